import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { pdfOf } from '@feusa/files/text/test-documents';
import { poll } from '@feusa/testing/wait';
import { seriousFaults } from './axe.js';
import { fitsSideways, inBrowser, inTurn } from './browser.js';
import { Files } from './pages/files.js';
import { samples } from './samples.js';
import { brokenWords } from './sights.js';
import { Harness } from './harness.js';

const sizes = [
  { width: 390, height: 740 },
  { width: 1280, height: 900 },
];

let harness: Harness;
const PAGES = 40;
/** So much that a reader of one page must not need it all. */
const page = (number: number) =>
  `Page ${number} ${number === 33 ? 'gearbox ' : ''}`.padEnd(16_000, 'x');
const manual = pdfOf(...Array.from({ length: PAGES }, (_, index) => page(index + 1)));

inBrowser('documents that are looked at', () => {
  beforeAll(async () => {
    harness = await Harness.open();
  });
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  type Given = readonly (readonly [string, Buffer | string])[];
  const openWith = async (viewport: (typeof sizes)[number], given: Given) => {
    const { id } = await harness.api.command('add-folder', { name: 'Manuals', parentId: null });
    const ids: string[] = [];
    for (const [name, bytes] of given)
      ids.push((await harness.api.addFile(id, name, Buffer.from(bytes as string))).id);
    const window = await harness.window('basic', { viewport, hasTouch: viewport.width < 640 });
    const files = new Files(window);
    await files.open(id);
    return { page: window, files, folder: id, ids };
  };

  it.each(inTurn(sizes))(
    'one after the other, by keys and by buttons ($width px)',
    async (viewport) => {
      const { page, files, folder, ids } = await openWith(viewport, [
        ['A.md', '# Oil change'],
        ['B.csv', 'Part,Price\nBelt,12'],
        ['C.bin', '\0\x01\x02'],
      ]);
      await files.menu('More for A.md', 'Preview');
      const inside = page.frameLocator('iframe');
      await inside.getByRole('heading', { name: 'Oil change' }).waitFor();
      await page.getByText('1 of 3', { exact: true }).waitFor();
      expect(await fitsSideways(page)).toBe(true);
      expect(await seriousFaults(page, '[role=dialog]')).toEqual([]);
      await page.keyboard.press('ArrowRight');
      await files.modal('B.csv').root.waitFor();
      await inside.getByRole('cell', { name: 'Belt' }).waitFor();
      await page.getByRole('button', { name: 'Next document' }).click();
      await page.getByText('This document can’t be shown here').waitFor();
      await page.keyboard.press('ArrowLeft');
      await files.modal('B.csv').root.waitFor();
      expect(new URL(page.url()).searchParams.get('preview')).toBe(ids[1]);
      await page.keyboard.press('Escape');
      await page.locator('iframe').waitFor({ state: 'detached' });
      expect(new URL(page.url()).search).toBe('');
      await page.goto(`/dashboard/${folder}?preview=${ids[0]}`);
      await inside.getByRole('heading', { name: 'Oil change' }).waitFor();
      await page.goto(`/dashboard/${folder}?preview=${folder}`);
      await page.getByText('This was deleted, or the link is incomplete.').waitFor();
    },
  );

  it.each(inTurn(sizes))('a picture, a letter and a table ($width px)', async (viewport) => {
    const { png, docx, xlsx } = await samples();
    const given = [png, docx, xlsx].map(({ name, buffer }) => [name, buffer] as const);
    const { page, files } = await openWith(viewport, given);
    await files.doc(docx.name).focus();
    await page.keyboard.press('Shift+Enter');
    await files.modal(docx.name).root.waitFor();
    await page.frameLocator('iframe').getByText('First week', { exact: false }).first().waitFor();
    await page.keyboard.press('ArrowRight');
    const picture = page.getByRole('img', { name: png.name });
    await poll(() =>
      picture.evaluate((image) => (image as { naturalWidth?: number }).naturalWidth),
    ).toBeGreaterThan(0);
    await page.keyboard.press('ArrowRight');
    await page.frameLocator('iframe').getByRole('table').first().waitFor();
    expect(await brokenWords(page.frames().at(-1)!)).toEqual([]);
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      files.modal(xlsx.name).press('Download'),
    ]);
    expect(saved.suggestedFilename()).toBe(xlsx.name);
  });

  it.each(inTurn(sizes))(
    'a PDF, of which only what is looked at is fetched ($width px)',
    async (viewport) => {
      const { page, files } = await openWith(viewport, [['Manual.pdf', manual]]);
      let fetched = 0;
      page.on('response', (response) => {
        if (response.status() === 206) fetched += Number(response.headers()['content-length']);
      });
      await files.menu('More for Manual.pdf', 'Preview');
      const { root } = files.modal('Manual.pdf');
      await root.getByText(`of ${PAGES}`).waitFor();
      await root.locator('.textLayer').getByText('Page 1 ').first().waitFor();
      expect(fetched).toBeGreaterThan(0);
      expect(fetched).toBeLessThan(manual.length / 2);
      expect(await fitsSideways(page)).toBe(true);
      expect(await seriousFaults(page, '[role=dialog]')).toEqual([]);
      if (viewport.width < 640) await root.getByRole('button', { name: 'Show pages' }).click();
      await root.getByRole('button', { name: 'Page 3', exact: true }).click();
      await poll(() => root.getByLabel('Page number').inputValue()).toBe('3');
      await page.keyboard.press('Control+f');
      await page.keyboard.type('gearbox');
      await root.getByText('1 of 1', { exact: true }).waitFor();
      await root.locator('[data-page-number="33"] .highlight.selected').waitFor();
      await page.keyboard.press('Control+a');
      await page.keyboard.type('plough');
      await root.getByText('No matches', { exact: true }).waitFor();
    },
  );

  it('the next one by a swipe of one finger to the side', async () => {
    const { page, files } = await openWith(sizes[0]!, [
      ['A.txt', 'The first words'],
      ['B.txt', 'The second words'],
    ]);
    const swipe = (x: number, y: number) =>
      page.evaluate(`(() => {
        const target = document.querySelector('[role=dialog] iframe').parentElement;
        const at = (clientX, clientY) => [new Touch({ identifier: 1, target, clientX, clientY })];
        const touch = (type, more) =>
          target.dispatchEvent(new TouchEvent(type, { bubbles: true, ...more }));
        touch('touchstart', { touches: at(200, 300) });
        touch('touchend', { changedTouches: at(200 + ${x}, 300 + ${y}) });
      })()`);
    await files.menu('More for A.txt', 'Preview');
    const words = page.frameLocator('iframe');
    await words.getByText('The first words').waitFor();
    await swipe(-40, 0);
    await swipe(-90, 120);
    await files.modal('A.txt').text('1 of 2').waitFor();
    await swipe(-120, 10);
    await words.getByText('The second words').waitFor();
    await swipe(120, -10);
    await words.getByText('The first words').waitFor();
  });

  it.each(['preview', 'detail'])(
    'or a %s that cannot be loaded leaves the folder',
    async (part) => {
      const { page, files, folder, ids } = await openWith(sizes[1]!, [['A.md', '# Oil change']]);
      await page.route(`**/assets/${part}*.js`, (route) => route.abort());
      await page.goto(`/dashboard/${folder}?${part}=${ids[0]}`);
      await files.messages.getByText(/^This could not be opened/).waitFor();
      await files.doc('A.md').waitFor();
      expect(new URL(page.url()).search).toBe('');
      // It was tried once: again and again would take the whole page.
      expect(await harness.takeFaults()).toHaveLength(1);
    },
  );

  it('a picture that does not come is asked for again, and a damaged one is said to be', async () => {
    const { buffer: picture } = (await samples()).png;
    const { page, files } = await openWith(sizes[1]!, [
      ['Field.png', picture],
      ['Torn.png', picture.subarray(0, 40)],
    ]);
    let comes = false;
    await page.route(/\/preview(\?|$)/, (route) =>
      comes || route.request().method() === 'HEAD' ? route.continue() : route.abort(),
    );
    await files.menu('More for Field.png', 'Preview');
    await page.getByText('The preview did not load.').waitFor();
    comes = true;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('img[alt="Field.png"][data-shown]').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByText('It is too large, damaged or protected.').waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  });

  it('what is damaged says so, and an older version is there still', async () => {
    const { page, files, ids } = await openWith(sizes[1]!, [
      ['Broken.pdf', '%PDF-1.7 and nothing more'],
      ['Notes.txt', 'The first words'],
    ]);
    await files.menu('More for Broken.pdf', 'Preview');
    await page.getByText('It is too large, damaged or protected.').waitFor();
    await page.keyboard.press('Escape');
    const uploadId = await harness.api.upload('Notes.txt', Buffer.from('The second words'));
    await harness.api.command('replace-file', { id: ids[1], uploadId });
    await files.details('Notes.txt').click();
    await files.modal('Notes.txt').button('Preview version 1').click();
    await files.modal('Notes.txt (version 1)').root.waitFor();
    await page.frameLocator('iframe').getByText('The first words').waitFor();
  });
});
