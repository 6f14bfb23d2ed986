import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import { poll } from '@feusa/testing/wait';
import type { BrowserContextOptions } from 'playwright-core';
import { seriousFaults } from './axe.js';
import { fitsSideways, inBrowser, inTurn } from './browser.js';
import { Files } from './pages/files.js';
import { samples } from './samples.js';
import { Harness } from './harness.js';

const touch = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true };
let harness: Harness;

const addFolder = async (name: string, parentId: string | null = null) =>
  (await harness.api.command('add-folder', { name, parentId })).id;

/** A folder of two folders, three documents of other sizes, and a link. */
async function filled(name: string): Promise<string> {
  const id = await addFolder(name);
  for (const inside of ['Autumn', 'Spring']) await addFolder(inside, id);
  for (const [file, length] of [
    ['Apple.txt', 30],
    ['Banana.txt', 2000],
    ['Cherry.txt', 1],
  ] as const)
    await harness.api.addFile(id, file, Buffer.alloc(length, file));
  const link = 'https://dealer.example/';
  await harness.api.command('add-link', { folderId: id, name: 'Portal', link });
  return id;
}

async function opened(id: string, options: BrowserContextOptions = {}) {
  const files = new Files(await harness.window('admin', options));
  await files.open(id);
  await files.doc('Apple.txt').waitFor();
  const { page } = files;
  const bar = page.getByRole('region', { name: 'Selected' });
  return {
    ...{ files, page, bar },
    box: (name: string) => page.getByLabel(`Select ${name}`, { exact: true }),
    press: (name: string) => bar.getByRole('button', { name, exact: true }).click(),
    order: () => page.locator('[data-section=files] a').allInnerTexts(),
    selected: () =>
      page
        .locator('[data-entry][aria-selected=true] a')
        .evaluateAll((links) =>
          links.map((each) => each.getAttribute('aria-label') ?? each.textContent),
        ),
  };
}

const idsIn = async (id: string) => {
  const { folders, docs } = await harness.api.read<Record<'folders' | 'docs', { id: string }[]>>(
    `/api/folders/${id}`,
  );
  return [...folders, ...docs].map((each) => each.id).toSorted();
};

inBrowser('the rows of a folder', () => {
  beforeAll(async () => {
    harness = await Harness.open();
  });
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  it('are sorted by their headings, up and down, which the address keeps', async () => {
    const { page, order } = await opened(await filled('Sorted'));
    const heading = (name: string) => page.getByRole('columnheader', { name, exact: true });
    const sorted = (name: string) => heading(name).getAttribute('aria-sort');
    const click = (name: string) => heading(name).getByRole('button').click();
    expect(await order()).toEqual(['Apple.txt', 'Banana.txt', 'Cherry.txt']);
    expect(await sorted('Name')).toBe('ascending');
    await click('Name');
    await poll(order).toEqual(['Cherry.txt', 'Banana.txt', 'Apple.txt']);
    await click('Size');
    await poll(order).toEqual(['Banana.txt', 'Apple.txt', 'Cherry.txt']);
    expect([await sorted('Name'), await sorted('Size')]).toEqual(['none', 'descending']);
    await click('Size');
    await poll(order).toEqual(['Cherry.txt', 'Apple.txt', 'Banana.txt']);
    await click('Changed');
    await poll(order).toEqual(['Cherry.txt', 'Banana.txt', 'Apple.txt']);
    await heading('Changed').getByRole('button').focus();
    await page.keyboard.press('Enter');
    await poll(order).toEqual(['Apple.txt', 'Banana.txt', 'Cherry.txt']);
    await click('Changed by');
    await poll(() => sorted('Changed by')).toBe('ascending');
    await click('Changed by');
    await page.reload();
    await poll(() => sorted('Changed by')).toBe('descending');
    expect(await order()).toEqual(['Cherry.txt', 'Banana.txt', 'Apple.txt']);
  });

  it('are selected by boxes, by Shift and Ctrl, by keys, and all at once', async () => {
    const { page, files, box, bar, press, selected } = await opened(await filled('Selected'));
    const says = (text: string) => bar.getByText(text, { exact: true }).waitFor();
    await files.doc('Apple.txt').click({ modifiers: ['Control'] });
    await says('1 document selected');
    await files.doc('Cherry.txt').click({ modifiers: ['Shift'] });
    await says('3 documents selected');
    await files.folder('Spring').click({ modifiers: ['Control'] });
    await says('3 documents, 1 folder selected');
    await files.doc('Banana.txt').click({ modifiers: ['Control'] });
    expect(await selected()).toEqual(['Spring', 'Apple.txt', 'Cherry.txt']);
    const all = page.getByLabel('Select all', { exact: true });
    expect(await page.locator('[role=columnheader] input:indeterminate').count()).toBe(1);
    await all.check();
    await says('3 documents, 2 folders, 1 link selected');
    expect(await seriousFaults(page)).toEqual([]);
    await all.uncheck();
    await bar.waitFor({ state: 'hidden' });
    await box('Autumn').check();
    await press('Select all');
    await says('3 documents, 2 folders, 1 link selected');
    await press('Clear');
    await bar.waitFor({ state: 'hidden' });
    await files.doc('Apple.txt').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+ArrowDown');
    await says('2 documents selected');
    await page.keyboard.press('Control+a');
    await says('3 documents, 2 folders, 1 link selected');
    await page.keyboard.press('Escape');
    await bar.waitFor({ state: 'hidden' });
    expect(page.url()).toMatch(/\/dashboard\/[^/?]+$/);
  });

  it('are moved, copied and deleted together, each undone as one', async () => {
    const id = await filled('Together');
    const elsewhere = `Elsewhere ${randomUUID().slice(0, 8)}`;
    const to = await addFolder(elsewhere);
    const before = await idsIn(id);
    const { page, files, box, press } = await opened(id);
    for (const name of ['Spring', 'Apple.txt', 'Portal']) await box(name).check();
    await press('Move');
    const moving = files.modal(/^Move/);
    await moving.root.getByRole('treeitem', { name: elsewhere, exact: true }).click();
    await moving.press(`Move to ${elsewhere}`);
    await files.doc('Portal').waitFor({ state: 'hidden' });
    await poll(async () => (await idsIn(to)).length).toBe(3);
    await files.undo('3 items moved.');
    await poll(() => idsIn(id)).toEqual(before);
    await files.doc('Portal').waitFor();
    await press('Clear');

    for (const name of ['Apple.txt', 'Portal']) await box(name).check();
    await press('Copy');
    const copying = files.modal(/^Copy/);
    await copying.root.getByRole('treeitem', { name: elsewhere, exact: true }).click();
    await copying.press(`Copy to ${elsewhere}`);
    await poll(async () => (await idsIn(to)).length).toBe(2);
    await files.undo('2 items copied.');
    await poll(() => idsIn(to)).toEqual([]);

    await page.getByLabel('Select all', { exact: true }).check();
    await press('Delete');
    const deleting = files.modal(/^Delete/);
    await deleting.press('Delete');
    // The rows are gone before all is said and done, and keys belong to the dialog until then.
    await deleting.root.waitFor({ state: 'hidden' });
    await files.doc('Apple.txt').waitFor({ state: 'hidden' });
    await poll(() => idsIn(id)).toEqual([]);
    await page.keyboard.press('Control+z');
    await files.doc('Apple.txt').waitFor();
    await poll(() => idsIn(id)).toEqual(before);
  });

  it('are taken along as one ZIP', async () => {
    const { page, box, press } = await opened(await filled('Packed'));
    for (const name of ['Apple.txt', 'Cherry.txt']) await box(name).check();
    const [download] = await Promise.all([page.waitForEvent('download'), press('Download')]);
    const entries = unzipSync(await readFile(await download.path()));
    expect(Object.keys(entries).map((name) => name.split('/').at(-1))).toEqual([
      'Apple.txt',
      'Cherry.txt',
    ]);
  });

  it('have boxes under a thumb, without holding a row first', async () => {
    const { page, box, bar, press } = await opened(await filled('Touched'), touch);
    const hidden = `[...document.querySelectorAll('[data-entry] label:has(input)')]
      .filter((label) => getComputedStyle(label).opacity !== '1').length`;
    await poll(() => page.evaluate(hidden)).toBe(0);
    await box('Apple.txt').tap();
    const what = ['Move', 'Copy', 'Download', 'Delete'];
    const tops = what.map(
      async (name) => (await bar.getByRole('button', { name }).boundingBox())!.y,
    );
    expect(new Set(await Promise.all(tops)).size).toBe(1);
    await box('Spring').tap();
    await bar.getByText('1 document, 1 folder selected', { exact: true }).waitFor();
    // What is selected gathers more by a tap anywhere on a row.
    await page.locator('[data-section=files] [data-entry]').nth(2).tap();
    await bar.getByText('2 documents, 1 folder selected', { exact: true }).waitFor();
    expect(await fitsSideways(page)).toBe(true);
    expect(await seriousFaults(page)).toEqual([]);
    await press('Select all');
    await bar.getByText('3 documents, 2 folders, 1 link selected', { exact: true }).waitFor();
    await press('Clear');
    await bar.waitFor({ state: 'hidden' });
  });

  it.each(inTurn([390, 1280]))(
    'are a grid where one wants it, a folder at a time, at %i px',
    async (width) => {
      const { png } = await samples();
      const id = await filled(`Grid ${width}`);
      await harness.api.addFile(id, 'Field.png', png.buffer);
      const other = await filled(`List ${width}`);
      const { page, files, box, bar } = await opened(id, { viewport: { width, height: 900 } });
      const pressed = (name: string) => files.button(name).getAttribute('aria-pressed');
      expect([await pressed('As a list'), await pressed('As a grid')]).toEqual(['true', 'false']);
      await files.button('As a grid').click();
      const cards = page.getByRole('grid', { name: 'Documents' });
      const columns = width === 390 ? 2 : 6;
      await poll(() => cards.getAttribute('aria-colcount')).toBe(`${columns}`);
      const pictured = `document.querySelector('[data-section=files] img').naturalWidth > 96`;
      await poll(() => page.evaluate(pictured)).toBe(true);
      expect(await fitsSideways(page)).toBe(true);
      expect(await seriousFaults(page)).toEqual([]);
      await files.doc('Apple.txt').focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Space');
      await page.keyboard.press('Shift+ArrowRight');
      await bar.getByText('2 documents selected', { exact: true }).waitFor();
      await box('Banana.txt').uncheck();
      await bar.getByText('1 document selected', { exact: true }).waitFor();
      await page.keyboard.press('Escape');
      const links = page.getByRole('grid', { name: 'Links' });
      expect(await links.getAttribute('aria-colcount')).toBe(`${columns}`);
      await links.getByRole('gridcell', { name: 'Portal' }).waitFor();
      await files.doc('Portal').focus();
      await page.keyboard.press('Space');
      await bar.getByText('1 link selected', { exact: true }).waitFor();
      await page.keyboard.press('Escape');
      for (const [name, open] of [
        ['Field.png', () => files.menu('More for Field.png', 'Preview')],
        ['Apple.txt', () => files.details('Apple.txt').click()],
      ] as const) {
        await open();
        await files.modal(name).shown();
        await page.keyboard.press('Escape');
        await files.modal(name).gone();
      }

      await files.open(other);
      await poll(() => pressed('As a list')).toBe('true');
      await files.open(id);
      await page.reload();
      await poll(() => pressed('As a grid')).toBe('true');
      await files.button('As a list').click();
      await files.doc('Apple.txt').waitFor();
      await page.reload();
      await poll(() => pressed('As a list')).toBe('true');
    },
  );
});
