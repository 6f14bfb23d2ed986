import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { inBrowser } from './browser.js';
import { Files } from './pages/files.js';
import { samples } from './samples.js';
import { Harness, type Role } from './harness.js';

let harness: Harness;
let some: Awaited<ReturnType<typeof samples>>;
const folder = async (name: string) =>
  (await harness.api.command('add-folder', { name, parentId: null })).id;
const files = async (id: string, role: Role = 'admin') => {
  const screen = new Files(await harness.window(role));
  await screen.open(id);
  return screen;
};
const downloaded = async (screen: Files, press: () => Promise<void>) => {
  const [download] = await Promise.all([screen.page.waitForEvent('download'), press()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
};

inBrowser('documents', () => {
  beforeAll(async () => {
    [harness, some] = await Promise.all([Harness.open({ FEUSA_MAX_UPLOAD_MB: '5' }), samples()]);
  });
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  it('are added by the button, several at once, and a file must be chosen', async () => {
    const screen = await files(await folder('By button'));
    await screen.button('Add file').click();
    const modal = screen.modal('Add a file');
    await modal.press('Add file');
    await modal.text('Please choose a file').waitFor();
    expect(await screen.page.locator('input[type=file]').count()).toBe(1);
    await modal.press('Cancel');
    const { pdf, docx, xlsx, png, txt } = some;
    await screen.addFiles(pdf, docx, xlsx, png, txt);
    for (const { name } of [pdf, docx, xlsx, png, txt]) await screen.doc(name).waitFor();
    await screen.uploads.getByText('5 files added').waitFor();
  });

  it('open in a new tab from their name', async () => {
    const id = await folder('Opened');
    await harness.api.addFile(id, some.png.name, some.png.buffer);
    const screen = await files(id, 'basic');
    const name = screen.doc(some.png.name);
    expect(await name.getAttribute('target')).toBe('_blank');
    const [tab] = await Promise.all([screen.page.waitForEvent('popup'), name.click()]);
    await tab.waitForLoadState();
    expect(await tab.evaluate<number>('document.images[0].naturalWidth')).toBeGreaterThan(0);
  });

  it('are downloaded to the byte, under their own name', async () => {
    const id = await folder('Downloaded');
    const { txt } = some;
    await harness.api.addFile(id, txt.name, txt.buffer);
    const screen = await files(id, 'basic');
    const found = await downloaded(screen, () => screen.button(`Download ${txt.name}`).click());
    expect(found).toEqual({ name: txt.name, bytes: txt.buffer });
  });

  it('of type pdf, docx and xlsx offer GET FILE in their details', async () => {
    const id = await folder('Got');
    for (const { name, buffer } of [some.pdf, some.docx, some.xlsx]) {
      await harness.api.addFile(id, name, buffer);
    }
    const screen = await files(id, 'basic');
    for (const { name, buffer } of [some.pdf, some.docx, some.xlsx]) {
      await screen.details(name).click();
      const modal = screen.modal(name);
      const link = modal.root.getByRole('link', { name: 'GET FILE', exact: true });
      const answer = await screen.page.request.get((await link.getAttribute('href')) ?? '');
      expect([answer.status(), await answer.body()]).toEqual([200, buffer]);
      expect(await modal.root.locator('img').count()).toBe(0);
      await modal.press('Close');
      await modal.gone();
    }
  });

  it('that are images show a preview with Download in their details', async () => {
    const id = await folder('Previewed');
    const { png } = some;
    await harness.api.addFile(id, png.name, png.buffer);
    const screen = await files(id, 'basic');
    await screen.details(png.name).click();
    const modal = screen.modal(png.name);
    await modal.root.getByRole('img', { name: png.name }).waitFor();
    const width = "document.querySelector('[role=dialog] img').naturalWidth";
    await poll(() => screen.page.evaluate<number>(width)).toBe(320);
    const found = await downloaded(screen, () => modal.press('Download'));
    expect(found.bytes).toEqual(png.buffer);
  });

  it('are deleted from their details by anybody, after a question', async () => {
    const id = await folder('Deleted');
    await harness.api.addFile(id, some.txt.name, some.txt.buffer);
    const screen = await files(id, 'basic');
    await screen.details(some.txt.name).click();
    await screen.modal(some.txt.name).press('Delete');
    const modal = screen.modal('Delete File');
    await modal.text('Are you sure you want to delete this file?').waitFor();
    await modal.press('Delete');
    await screen.doc(some.txt.name).waitFor({ state: 'hidden' });
    await screen.undo('File deleted.');
    await screen.doc(some.txt.name).waitFor();
  });

  it('are dropped anywhere on the page, or onto a folder in it', async () => {
    const id = await folder('Dropped');
    await harness.api.command('add-folder', { name: 'Deeper', parentId: id });
    const screen = await files(id);
    await screen.drop('main', { name: 'one.txt', text: '1' }, { name: 'two.txt', text: '2' });
    await screen.doc('one.txt').waitFor();
    await screen.doc('two.txt').waitFor();
    await screen.drop('[data-drop-name="Deeper"]', { name: 'three.txt', text: '3' });
    await screen.uploads.getByText('3 files added').waitFor();
    expect(await screen.doc('three.txt').count()).toBe(0);
    await screen.enter('Deeper');
    await screen.doc('three.txt').waitFor();
  });

  it('are not taken from basic users who drop them', async () => {
    const screen = await files(await folder('Not dropped'), 'basic');
    await screen.drop('main', { name: 'one.txt', text: '1' });
    await screen.page.getByText('This folder is empty').waitFor();
    expect(await screen.uploads.count()).toBe(0);
  });

  it('that are refused stay in the list of uploads, with the reason', async () => {
    const screen = await files(await folder('Refused'));
    await screen.drop('main', { name: 'setup.exe', text: 'MZ' });
    const row = screen.uploads.getByRole('listitem');
    await row.getByText(/Not added/).waitFor();
    await row.getByText(/This file type is not allowed/).waitFor();
    await screen.uploads.getByRole('button', { name: 'Remove setup.exe' }).click();
    await screen.uploads.waitFor({ state: 'hidden' });
    const big = { name: 'big.txt', mimeType: 'text/plain', buffer: Buffer.alloc(5_300_000, 65) };
    await screen.addFiles(big);
    await screen.uploads.getByText(/The file is (too large|larger than 5 MB)/).waitFor();
  });

  it('whose name is taken are kept beside it, put in its place or skipped', async () => {
    const id = await folder('Taken');
    await harness.api.addFile(id, 'plan.txt', Buffer.from('first'));
    const screen = await files(id);
    const drop = async (answer: string) => {
      await screen.drop('main', { name: 'plan.txt', text: answer });
      const modal = screen.modal('A file with this name already exists');
      await modal.press(answer);
      await modal.gone();
    };
    await drop('Skip');
    await drop('Keep both');
    await screen.doc('plan (2).txt').waitFor();
    await drop('Replace');
    await poll(async () => {
      const href = (await screen.doc('plan.txt').first().getAttribute('href')) ?? '';
      return (await screen.page.request.get(href)).text();
    }).toBe('Replace');
    await poll(() => screen.page.locator('[data-entry]').count()).toBe(2);
  });
});
