import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { seriousFaults } from './axe.js';
import { fitsSideways, inBrowser, inTurn } from './browser.js';
import { Files } from './pages/files.js';
import { Harness } from './harness.js';

let harness: Harness;

const files = async (page: Page) => {
  const screen = new Files(page);
  await screen.open();
  return screen;
};
const rename = async (screen: Files, from: string, to: string) => {
  await screen.folder(from).focus();
  await screen.page.keyboard.press('F2');
  const modal = screen.modal('Rename folder');
  await modal.field('Name').fill(to);
  await modal.press('Rename');
  await modal.gone();
  await screen.folder(to).waitFor();
};
const addFolder = async (name: string) =>
  (await harness.api.command('add-folder', { name, parentId: null })).id;
const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
];

/** An undo of three links that is on its way as long as nobody stops it. */
async function heldUndo(viewport: (typeof sizes)[number]) {
  const folder = await addFolder('Halves');
  const traceparent = `00-${crypto.randomUUID().replaceAll('-', '')}-${'cd'.repeat(8)}-01`;
  let position = '';
  for (const name of ['One', 'Two', 'Three']) {
    const link = { folderId: folder, name, link: 'https://feusa.example/' };
    ({ position } = await harness.api.command('add-link', link, undefined, { traceparent }));
  }
  const page = await harness.window('admin', { viewport });
  let stopped = () => {};
  const isStopped = new Promise<void>((resolve) => (stopped = resolve));
  await page.route(/\/api\/undo(\?|$)/, async (route) => {
    if (route.request().method() === 'POST') await isStopped;
    await route.continue();
  });
  page.on('response', (answer) => void (answer.url().endsWith('/api/undo/stop') && stopped()));
  await page.goto(`/log/${position}`);
  const screen = new Files(page);
  await screen.modal().press('Undo all of it');
  const modal = screen.modal('Undo 3 changes');
  await modal.press('Undo');
  return { folder, modal, screen };
}

inBrowser('undoing', () => {
  beforeAll(async () => {
    harness = await Harness.open();
  });
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  it('by Ctrl+Z takes back what was done last, one after the other, and Ctrl+Shift+Z does it again', async () => {
    const page = await harness.window('admin');
    const screen = await files(page);
    await screen.addFolder('Ploughs');
    await screen.folder('Ploughs').waitFor();
    await screen.message('Folder added.').waitFor();
    await rename(screen, 'Ploughs', 'Harrows');
    await page.keyboard.press('Control+z');
    await screen.folder('Ploughs').waitFor();
    await screen.message('Undone.').first().waitFor();
    await page.keyboard.press('Control+z');
    await screen.folder('Ploughs').waitFor({ state: 'hidden' });
    await page.keyboard.press('Control+Shift+z');
    await screen.folder('Ploughs').waitFor();
    await page.keyboard.press('Control+Shift+z');
    await screen.folder('Harrows').waitFor();
  });

  it('leaves the keys to a text field while somebody writes', async () => {
    const page = await harness.window('admin');
    const screen = await files(page);
    await screen.addFolder('Stays');
    await screen.folder('Stays').waitFor();
    await screen.button('Add Folder').click();
    await screen.modal('Add Folder').field('Name').fill('Draft');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Escape');
    await page.reload();
    await screen.folder('Stays').waitFor();
  });

  it.each(inTurn(sizes))(
    'shows what stands in the way, at $width, and goes on all the same',
    async (viewport) => {
      const name = `Seeds ${viewport.width}`;
      const id = await addFolder(name);
      const page = await harness.window('admin', { viewport });
      const screen = await files(page);
      await rename(screen, name, `Corn ${viewport.width}`);
      const theirs = { id, name: `Wheat ${viewport.width}` };
      const { position } = await harness.api.command('rename-folder', theirs);
      await screen.folder(`Wheat ${viewport.width}`).waitFor();
      await page.keyboard.press('Control+z');
      const modal = screen.modal('Undo');
      await modal.root.getByText(/You changed it on .* to Wheat/).waitFor();
      expect(await seriousFaults(page, '[role=dialog]')).toEqual([]);
      await poll(() => fitsSideways(page)).toBe(true);
      await modal.press('Cancel');
      await modal.gone();
      await screen.folder(`Wheat ${viewport.width}`).waitFor();
      await page.goto(`/log?event=${Number(position) - 1}`);
      await page.getByRole('button', { name: 'Undo', exact: true }).click();
      await modal.press('Undo anyway');
      await modal.gone();
      await screen.open();
      await screen.folder(name).waitFor();
    },
  );

  it('takes many things back as one, after showing them', async () => {
    const folder = await addFolder('Many');
    const link = { folderId: folder, link: 'https://feusa.example/' };
    for (const name of ['One', 'Two']) await harness.api.command('add-link', { ...link, name });
    const page = await harness.window('admin');
    const screen = new Files(page);
    await screen.open(folder);
    await screen.doc('One').waitFor();
    await screen.doc('One').focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await screen.modal().press('Delete');
    await screen.modal().gone();
    await screen.message('2 links deleted.').waitFor();
    await page.keyboard.press('Control+z');
    await screen.doc('One').waitFor();
    await screen.doc('Two').waitFor();
    expect(await screen.modal().root.count()).toBe(0);
  });

  it.each(inTurn(sizes))(
    'is stopped, says how far it came, and goes on, at $width',
    async (viewport) => {
      const { folder, modal, screen } = await heldUndo(viewport);
      await modal.press('Stop');
      const end = screen.modal('Not everything was undone');
      await end.text('0 of 3 changes undone').waitFor();
      await end.root.getByText('What was undone stays undone').waitFor();
      expect(await seriousFaults(screen.page, '[role=dialog]')).toEqual([]);
      expect(await fitsSideways(screen.page)).toBe(true);
      await end.press('Undo the rest');
      await modal.root.getByText('3 can be undone.').waitFor();
      await modal.press('Undo');
      await modal.gone();
      await screen.open(folder);
      await screen.page.getByText('This folder is empty').waitFor();
    },
  );

  it('is stopped from its message once it goes on in the background', async () => {
    const { modal, screen } = await heldUndo(sizes[1]!);
    await modal.press('Continue in the background');
    await screen.message('The undo continues.').waitFor();
    await screen.messages.getByRole('button', { name: 'Stop' }).click();
    await screen.messages.getByText('0 of 3 changes undone.').waitFor();
    await screen.messages.getByRole('button', { name: 'Undo the rest' }).click();
    await modal.root.getByText('3 can be undone.').waitFor();
  });

  it('takes all that one request did back from the log', async () => {
    const folder = await addFolder('Together');
    const traceparent = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`;
    const add = (name: string) =>
      harness.api.command('add-folder', { name, parentId: folder }, undefined, { traceparent });
    const { position } = await add('North');
    await add('South');
    const page = await harness.window('admin');
    await page.goto(`/log/${position}`);
    const screen = new Files(page);
    await screen.modal().press('Undo all of it');
    const modal = screen.modal('Undo 2 changes');
    await modal.press('Undo');
    await modal.gone();
    await screen.open(folder);
    await page.getByText('This folder is empty').waitFor();
  });
});
