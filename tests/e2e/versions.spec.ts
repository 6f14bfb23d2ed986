import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { seriousFaults } from './axe.js';
import { fitsSideways, inBrowser, inTurn } from './browser.js';
import { Files } from './pages/files.js';
import { Harness, type Role } from './harness.js';

let harness: Harness;
const [FIRST, SECOND] = ['Prices of 2026', 'Prices of 2027, final'];
const chosen = (text: string, name = 'new.txt') => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(text),
});

/** A folder with one document, and its screen. */
async function shown(name: string, width: number, role: Role = 'admin') {
  const folder = (await harness.api.command('add-folder', { name, parentId: null })).id;
  const { id } = await harness.api.addFile(folder, 'Prices.txt', Buffer.from(FIRST));
  const screen = new Files(await harness.window(role, { viewport: { width, height: 844 } }));
  await screen.open(folder);
  await screen.doc('Prices.txt').waitFor();
  return { screen, folder, id };
}
const bytes = async (screen: Files, id: string, more = '') =>
  (await screen.page.request.get(`/files/${id}${more}`)).text();

async function replace(screen: Files, text: string, note = '') {
  await screen.menu('More for Prices.txt', 'Replace');
  const modal = screen.modal('Replace “Prices.txt”');
  await modal.field('New version').setInputFiles(chosen(text));
  await modal.field('Note').fill(note);
  await modal.press('Replace');
  await modal.gone();
}

inBrowser('versions of a document', () => {
  beforeAll(async () => {
    harness = await Harness.open();
  });
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  describe.each(inTurn([390, 1280]))('%i pixels wide', (width) => {
    it('are made by replacing it, listed, opened, downloaded and restored', async () => {
      const { screen, id } = await shown(`At ${width}`, width);
      await replace(screen, SECOND, 'For dealers');
      await screen.message('“Prices.txt” replaced.').waitFor();
      await poll(() => bytes(screen, id)).toBe(SECOND);
      await screen.details('Prices.txt').click();
      const { root } = screen.modal('Prices.txt');
      const versions = root.getByRole('region', { name: 'Versions' }).getByRole('listitem');
      await poll(() => versions.count()).toBe(2);
      const newest = (await versions.nth(0).textContent()) ?? '';
      for (const part of ['Version 2', 'Current', 'For dealers', '@feusa.example', '21 B'])
        expect(newest).toContain(part);
      expect(await versions.nth(0).locator('[data-initials="A"]').count()).toBe(1);
      expect(await fitsSideways(screen.page)).toBe(true);
      expect(await seriousFaults(screen.page)).toEqual([]);
      const link = versions.nth(1).getByRole('link', { name: 'Version 1', exact: true });
      const opened = await screen.page.request.get((await link.getAttribute('href')) ?? '');
      expect(await opened.text()).toBe(FIRST);
      const [download] = await Promise.all([
        screen.page.waitForEvent('download'),
        root.getByRole('button', { name: 'Download version 1' }).click(),
      ]);
      expect(await readFile(await download.path(), 'utf8')).toBe(FIRST);
      await root.getByRole('button', { name: 'Restore Version 1', exact: true }).click();
      await screen.message('Version 1 restored.').waitFor();
      await poll(() => versions.count()).toBe(3);
      await poll(() => versions.nth(0).textContent()).toContain('Version 1 restored');
      await poll(() => bytes(screen, id)).toBe(FIRST);
      await screen.undo('Version 1 restored.');
      await poll(() => versions.count()).toBe(4);
      await poll(() => bytes(screen, id)).toBe(SECOND);
    });
  });

  it('are refused for another type under the field, and not made of the same content', async () => {
    const { screen } = await shown('Refused', 1280);
    await screen.details('Prices.txt').click();
    await screen.modal('Prices.txt').press('Replace');
    const modal = screen.modal('Replace “Prices.txt”');
    await modal.press('Replace');
    await modal.text('Please choose a file').waitFor();
    await modal.field('New version').setInputFiles(chosen('words', 'Prices.md'));
    await modal.press('Replace');
    await modal.text('Choose a .txt file').waitFor();
    await modal.field('New version').setInputFiles(chosen(FIRST));
    await modal.press('Replace');
    await screen.message('The content is the same. No new version was made.').waitFor();
  });

  it('say where the older ones did not load, and are read again', async () => {
    const { screen, id } = await shown('Faults', 390);
    const uploadId = await harness.api.upload('Prices.txt', Buffer.from(SECOND));
    await harness.api.command('replace-file', { id, uploadId });
    await screen.page.route('**/versions*', (route) => route.fulfill({ status: 503 }));
    await screen.details('Prices.txt').click();
    const modal = screen.modal('Prices.txt');
    await modal.text('Version 2').waitFor();
    await modal.text('Older versions did not load.').waitFor();
    expect(await seriousFaults(screen.page)).toEqual([]);
    await screen.page.unroute('**/versions*');
    await modal.press('Try again');
    await modal.root.getByRole('link', { name: 'Version 1', exact: true }).waitFor();
  });

  it('appear for others at once, who can look at them but change nothing', async () => {
    const { screen, id } = await shown('Watched', 1280, 'basic');
    await screen.details('Prices.txt').click();
    const { root } = screen.modal('Prices.txt');
    const versions = root.getByRole('region', { name: 'Versions' }).getByRole('listitem');
    await poll(() => versions.count()).toBe(1);
    const uploadId = await harness.api.upload('Prices.txt', Buffer.from(SECOND));
    await harness.api.command('replace-file', { id, uploadId });
    await poll(() => versions.count()).toBe(2);
    expect(await root.getByRole('button', { name: /^(Restore|Replace)/ }).count()).toBe(0);
  });

  it('of then are what a look at the past shows and opens', async () => {
    const { screen, id, folder } = await shown('Then', 1280);
    const { position } = (await harness.api.read('/api/errors')) as { position: string };
    await replace(screen, SECOND);
    await screen.message('“Prices.txt” replaced.').waitFor();
    await screen.page.goto(`/dashboard/${folder}?at=${position}`);
    await screen.page.getByText('changed since', { exact: true }).waitFor();
    const href = await screen.page.locator(`[data-entry="${id}"] a`).getAttribute('href');
    expect(await (await screen.page.request.get(href ?? '')).text()).toBe(FIRST);
    await screen.details('Prices.txt').click();
    const { root } = screen.modal('Prices.txt');
    const versions = root.getByRole('region', { name: 'Versions' }).getByRole('listitem');
    await poll(() => versions.count()).toBe(1);
    expect(await root.getByRole('button', { name: /^(Restore|Replace)/ }).count()).toBe(0);
    expect(await bytes(screen, id)).toBe(SECOND);
  });
});
