import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { fitsSideways, inBrowser, inTurn } from './browser.js';
import { Files } from './pages/files.js';
import { Harness } from './harness.js';

const sizes = [
  { width: 390, height: 740 },
  { width: 1280, height: 900 },
];
const text = (name: string) => ({ name, text: name });
const tooLarge = { name: 'Film.mp4', text: 'x'.repeat(1_100_000) };

let harness: Harness;

inBrowser('the upload tray', () => {
  beforeAll(async () => {
    harness = await Harness.open({ FEUSA_MAX_UPLOAD_MB: '1' });
  });
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  const openIn = async (viewport: (typeof sizes)[number]) => {
    const { id } = await harness.api.command('add-folder', { name: 'Manuals', parentId: null });
    const page = await harness.window('admin', { viewport });
    const files = new Files(page);
    await files.open(id);
    return { page, files, rows: files.uploads.getByRole('listitem') };
  };

  it.each(inTurn(sizes))('failures first, each with its reason ($width px)', async (viewport) => {
    const { page, files, rows } = await openIn(viewport);
    await page.route('**/commands/add-file*', async (route) => {
      const isBusy = count++ === 0;
      if (isBusy) await route.fulfill({ status: 503, json: { detail: 'Too busy just now.' } });
      else await route.continue();
    });
    let count = 0;
    const many = Array.from({ length: 8 }, (_, n) => text(`Plan ${n}.txt`));
    await files.drop('main', ...many, tooLarge);
    await files.uploads.getByText('7 files added, 2 failed').waitFor();
    const first = await Promise.all([0, 1].map((index) => rows.nth(index).innerText()));
    const film = first.findIndex((row) => row.includes('Film.mp4'));
    expect(first[film]).toContain('Not added.');
    expect(first[film]).not.toContain('try again');
    expect(first[1 - film]).toContain('An error occured when adding the file. Please try again.');
    expect(first[1 - film]).toContain('Too busy just now.');
    expect(await fitsSideways(page)).toBe(true);
    expect(
      await rows
        .nth(film)
        .getByRole('button', { name: /^Retry/ })
        .count(),
    ).toBe(0);
    await rows
      .nth(1 - film)
      .getByRole('button', { name: /^Retry/ })
      .click();
    await files.uploads.getByText('8 files added, 1 failed').waitFor();
    // With the one that came later.
    await files.uploads.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('This folder is empty').waitFor();
  });

  it('two drops are undone apart', async () => {
    const { page, files } = await openIn(sizes[1]!);
    await files.drop('main', text('One.txt'), text('Two.txt'));
    await files.uploads.getByText('2 files added', { exact: true }).waitFor();
    await files.drop('main', text('Three.txt'));
    await files.uploads.getByText('3 files added', { exact: true }).waitFor();
    await files.uploads.getByRole('button', { name: 'Undo: 2 files added to Manuals' }).click();
    await files.doc('One.txt').waitFor({ state: 'hidden' });
    await files.doc('Two.txt').waitFor({ state: 'hidden' });
    await files.doc('Three.txt').waitFor();
    await page.getByText('2 documents deleted.').waitFor();
  });

  it('after several were deleted by mouse the focus is on the next one', async () => {
    const { page, files } = await openIn(sizes[1]!);
    await files.drop('main', ...['A', 'B', 'C', 'D'].map((name) => text(`${name}.txt`)));
    await files.uploads.getByText('4 files added', { exact: true }).waitFor();
    for (const name of ['B.txt', 'C.txt']) {
      await files.doc(name).hover();
      await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    }
    const selected = page.getByRole('region', { name: 'Selected' });
    await selected.getByRole('button', { name: 'Delete' }).click();
    await page
      .locator('[role=alertdialog]:not([aria-modal=false])')
      .getByRole('button', { name: 'Delete' })
      .click();
    await files.doc('B.txt').waitFor({ state: 'hidden' });
    await poll(() => page.evaluate('document.activeElement.textContent')).toBe('D.txt');
    await page.keyboard.press('ArrowUp');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('A.txt');
  });
});
