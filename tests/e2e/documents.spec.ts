import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { seriousFaults } from './axe.js';
import { fitsSideways, inBrowser, inTurn } from './browser.js';
import { Files } from './pages/files.js';
import { Harness } from './harness.js';

let harness: Harness;
const widths = [390, 1280] as const;
const opened = async (width: number, id: string, role: 'admin' | 'basic' = 'admin') => {
  const screen = new Files(await harness.window(role, { viewport: { width, height: 800 } }));
  await screen.open(id);
  return screen;
};
const addFolder = async (name: string, parentId: string | null = null) =>
  (await harness.api.command('add-folder', { name, parentId })).id;
const addFile = (folderId: string, name: string) =>
  harness.api.addFile(folderId, name, Buffer.from(`This is ${name}\n`));
const addLink = (folderId: string, name: string) =>
  harness.api.command('add-link', { folderId, name, link: 'https://dealer.example/' });
const namesIn = async (id: string) => {
  const page = await harness.api.read<{ docs: { name: string }[] }>(`/api/folders/${id}`);
  return page.docs.map(({ name }) => name).toSorted();
};
const choose = async (screen: Files, title: string, folder: string, verb: string) => {
  const modal = screen.modal(title);
  await modal.root.getByRole('treeitem', { name: folder, exact: true }).click();
  await modal.press(`${verb} to ${folder}`);
  return modal;
};
const TAKEN = /^A (file|link) with this name already exists$/;

inBrowser('documents and links that are there', () => {
  beforeAll(async () => {
    harness = await Harness.open();
  });
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  it.each(inTurn(widths))('are renamed, their ending staying, at %i px', async (width) => {
    const id = await addFolder(`Renamed ${width}`);
    await addFile(id, 'Plough.txt');
    await addFile(id, 'Taken.txt');
    const screen = await opened(width, id);
    await screen.menu('More for Plough.txt', 'Rename');
    const modal = screen.modal('Rename document');
    expect(await modal.field('Name').inputValue()).toBe('Plough');
    await modal.text('.txt').waitFor();
    expect(await seriousFaults(screen.page, '[role=dialog]')).toEqual([]);
    await poll(() => fitsSideways(screen.page)).toBe(true);
    await modal.field('Name').fill('a/b');
    await modal.field('Name').blur();
    await modal.text('Name has characters that are not allowed').waitFor();
    await modal.field('Name').fill('Taken');
    await modal.press('Rename');
    await screen.modal(TAKEN).press('Cancel');
    expect(await modal.field('Name').inputValue()).toBe('Taken');
    await modal.field('Name').fill('Harrow.TXT');
    await modal.press('Rename');
    await screen.doc('Harrow.txt').waitFor();
    await screen.undo('Document renamed.');
    await screen.doc('Plough.txt').waitFor();
    expect(await namesIn(id)).toEqual(['Plough.txt', 'Taken.txt']);
  });

  it.each(inTurn(widths))(
    'are moved into another folder, never to the top, at %i px',
    async (width) => {
      const [from, to] = [await addFolder(`Out ${width}`), await addFolder(`In ${width}`)];
      await addFile(from, 'Plan.txt');
      await addLink(from, 'Portal');
      const screen = await opened(width, from);
      const other = await opened(width, to, 'basic');
      await screen.menu('More for Plan.txt', 'Move');
      const top = screen.modal('Move “Plan.txt”').root.getByRole('treeitem', { name: 'Files' });
      expect(await top.getAttribute('aria-disabled')).toBe('true');
      await choose(screen, 'Move “Plan.txt”', `In ${width}`, 'Move');
      await screen.doc('Plan.txt').waitFor({ state: 'hidden' });
      await other.doc('Plan.txt').waitFor();
      await screen.menu('More for Portal', 'Move');
      await choose(screen, 'Move “Portal”', `In ${width}`, 'Move');
      await other.doc('Portal').waitFor();
      await screen.undo('Link moved.');
      await screen.doc('Portal').waitFor();
      await other.doc('Portal').waitFor({ state: 'hidden' });
      await screen.undo('Document moved.');
      await screen.doc('Plan.txt').waitFor();
      expect([await namesIn(from), await namesIn(to)]).toEqual([['Plan.txt', 'Portal'], []]);
    },
  );

  it.each(inTurn(widths))('are copied, here and elsewhere, at %i px', async (width) => {
    const [from, to] = [await addFolder(`Copied ${width}`), await addFolder(`Copies ${width}`)];
    await addFile(from, 'Plan.txt');
    await addFile(to, 'Plan.txt');
    await addLink(from, 'Portal');
    const screen = await opened(width, from);
    await screen.menu('More for Plan.txt', /^Copy(?! link)/);
    await choose(screen, 'Copy “Plan.txt”', `Copies ${width}`, 'Copy');
    await screen.modal(TAKEN).press('Keep both');
    await poll(() => namesIn(to)).toEqual(['Plan (2).txt', 'Plan.txt']);
    await screen.menu('More for Plan.txt', /^Copy(?! link)/);
    await choose(screen, 'Copy “Plan.txt”', `Copied ${width}`, 'Copy');
    await screen.doc('Plan (2).txt').waitFor();
    await screen.menu('More for Portal', /^Copy(?! link)/);
    await choose(screen, 'Copy “Portal”', `Copied ${width}`, 'Copy');
    await screen.doc('Portal (2)').waitFor();
    await screen.undo('Link copied.');
    await screen.doc('Portal (2)').waitFor({ state: 'hidden' });
    expect(await namesIn(from)).toEqual(['Plan (2).txt', 'Plan.txt', 'Portal']);
  });

  it.each(inTurn(widths))(
    'are links that get another name and address, at %i px',
    async (width) => {
      const id = await addFolder(`Edited ${width}`);
      await addLink(id, 'Portal');
      const screen = await opened(width, id);
      await screen.menu('More for Portal', 'Edit');
      const modal = screen.modal('Edit link');
      expect(await modal.field('Link').inputValue()).toBe('https://dealer.example/');
      await modal.field('Link').fill('javascript:alert(1)');
      await modal.press('Save');
      await modal.text('Enter a web address that starts with http:// or https://').waitFor();
      await modal.field('Name').fill('Parts portal');
      await modal.field('Link').fill('https://parts.example/');
      await modal.press('Save');
      const link = screen.doc('Parts portal');
      await link.waitFor();
      expect(await link.getAttribute('href')).toBe('https://parts.example/');
      await screen.undo('Link changed.');
      await screen.doc('Portal').waitFor();
    },
  );

  it('are dragged into a folder, several at once, and along the way above', async () => {
    const outer = await addFolder('Drag');
    const inner = await addFolder('Drop', outer);
    await addFile(outer, 'Plan.txt');
    await addLink(outer, 'Portal');
    const screen = new Files(await harness.window('admin'));
    await screen.open(outer);
    await screen.doc('Plan.txt').focus();
    await screen.page.keyboard.press('Space');
    await screen.doc('Portal').focus();
    await screen.page.keyboard.press('Space');
    await screen.doc('Portal').dragTo(screen.folder('Drop'));
    await screen.doc('Portal').waitFor({ state: 'hidden' });
    await poll(() => namesIn(inner)).toEqual(['Plan.txt', 'Portal']);
    await screen.undo('2 items moved.');
    await poll(() => namesIn(outer)).toEqual(['Plan.txt', 'Portal']);
    await screen.enter('Drop');
    await harness.api.command('add-link', {
      ...{ folderId: inner, name: 'Deep', link: 'https://dealer.example/' },
    });
    const way = screen.page.getByRole('navigation', { name: 'Where you are' });
    await screen.doc('Deep').dragTo(way.getByRole('link', { name: 'Drag', exact: true }));
    await screen.doc('Deep').waitFor({ state: 'hidden' });
    await poll(() => namesIn(outer)).toEqual(['Deep', 'Plan.txt', 'Portal']);
  });

  it('are dragged from cards, too, links as documents', async () => {
    const outer = await addFolder('Drag cards');
    const inner = await addFolder('Drop cards', outer);
    await addLink(outer, 'Portal');
    const screen = new Files(await harness.window('admin'));
    await screen.open(outer);
    const grid = screen.button('As a grid');
    await grid.click();
    const card = screen.page.getByRole('gridcell').filter({ has: screen.details('Portal') });
    await card.dragTo(screen.folder('Drop cards'));
    await card.waitFor({ state: 'hidden' });
    await poll(() => namesIn(inner)).toEqual(['Portal']);
    await screen.enter('Drop cards');
    await grid.click();
    const way = screen.page.getByRole('navigation', { name: 'Where you are' });
    await card.dragTo(way.getByRole('link', { name: 'Drag cards', exact: true }));
    await card.waitFor({ state: 'hidden' });
    await poll(() => namesIn(outer)).toEqual(['Portal']);
    await screen.messages.getByRole('button', { name: 'Undo the last', exact: true }).click();
    await card.waitFor();
    await poll(() => namesIn(inner)).toEqual(['Portal']);
  });

  it('tell who added and changed them, and come back for who deleted them', async () => {
    const id = await addFolder('Told');
    const { id: link } = await addLink(id, 'Portal');
    const screen = await opened(1280, id, 'basic');
    await harness.api.command('edit-link', {
      id: link,
      name: 'Dealer',
      link: 'https://a.example/',
    });
    await screen.details('Dealer').click();
    const modal = screen.modal('Dealer');
    expect(await modal.root.innerText()).toMatch(/Added\s.* by \S+@[\s\S]*Changed\s.* by \S+@/);
    await modal.press('Delete');
    await screen.modal('Delete Link').press('Delete');
    await screen.undo('Link deleted.');
    await screen.doc('Dealer').waitFor();
    expect(await screen.page.getByRole('button', { name: 'More for Dealer' }).count()).toBe(1);
    await screen.page.getByRole('button', { name: 'More for Dealer' }).click();
    expect(await screen.page.getByRole('menuitem', { name: 'Edit' }).count()).toBe(0);
  });
});
