import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { hold, inBrowser, inTurn } from './browser.js';
import { Files } from './pages/files.js';
import { Harness, type Role } from './harness.js';

let harness: Harness;
const files = async (role: Role = 'admin', ...ids: string[]) => {
  const screen = new Files(await harness.window(role));
  await screen.open(...ids);
  return screen;
};
const addFolder = async (name: string, parentId: string | null = null) =>
  (await harness.api.command('add-folder', { name, parentId })).id;
const addLink = async (folderId: string, name: string) =>
  (await harness.api.command('add-link', { folderId, name, link: 'https://dealer.example/' })).id;

inBrowser('folders and links', () => {
  beforeAll(async () => {
    harness = await Harness.open();
  });
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  it('invite administrators to begin, and tell others to wait', async () => {
    await (await files('admin')).button('Add the first folder').waitFor();
    const screen = await files('basic');
    await screen.page.getByText('This folder is empty').waitFor();
    expect(await screen.button('Add Folder').count()).toBe(0);
  });

  it('show the pulsing spinner while it is not known whether there are any', async () => {
    const screen = new Files(await harness.window('basic'));
    const asked = await hold(screen.page, '**/api/folders*');
    await screen.page.goto('/dashboard');
    await screen.page.getByText('Loading the folders').waitFor();
    asked.release();
    await screen.title('Files').waitFor();
    await screen.page.getByText('Loading the folders').waitFor({ state: 'detached' });
  });

  it('are added, entered and left', async () => {
    const screen = await files();
    await screen.addFolder('Manuals');
    await screen.enter('Manuals');
    await screen.page.getByText('This folder is empty').waitFor();
    await poll(() => screen.page.title()).toBe('Manuals – Files – FEUSA');
    await screen.addFolder('Tractors');
    await screen.enter('Tractors');
    expect(new URL(screen.page.url()).pathname).toMatch(/^\/dashboard(\/[0-9a-f-]{36}){2}$/);
    await screen.page.getByRole('navigation', { name: 'Where you are' }).waitFor();
    await screen.button('Back').click();
    await screen.title('Manuals').waitFor();
    await screen.button('Back').click();
    await screen.title('Files').waitFor();
    await screen.button('Back').waitFor({ state: 'detached' });
    await screen.page.reload();
    await screen.folder('Manuals').waitFor();
  });

  it('are shown at once, under the id that they keep', async () => {
    const screen = await files();
    const sent = await hold(screen.page, '**/api/commands/add-folder*');
    await screen.button('Add Folder').click();
    const modal = screen.modal('Add Folder');
    await modal.field('Name').fill('At once');
    const [request] = await Promise.all([
      screen.page.waitForRequest('**/api/commands/add-folder*'),
      modal.press('Add Folder'),
    ]);
    const { id } = request.postDataJSON() as { id: string };
    const tile = screen.page.locator(`[data-entry="${id}"]`);
    await poll(() => tile.getAttribute('aria-busy')).toBe('true');
    sent.release();
    await modal.gone();
    await poll(() => tile.getAttribute('aria-busy')).toBe(null);
    expect(await screen.folder('At once').count()).toBe(1);
    await screen.enter('At once');
    expect(new URL(screen.page.url()).pathname).toBe(`/dashboard/${id}`);
  });

  it('are dragged into another one, and onto the way back', async () => {
    const [dragged, into] = [await addFolder('Dragged'), await addFolder('Into')];
    const screen = await files();
    await screen.folder('Dragged').dragTo(screen.folder('Into'));
    await screen.message('Folder moved.').waitFor();
    await screen.folder('Dragged').waitFor({ state: 'hidden' });
    await screen.enter('Into');
    const way = screen.page.getByRole('navigation', { name: 'Where you are' });
    await screen.folder('Dragged').dragTo(way.getByRole('link', { name: 'Files' }));
    await screen.folder('Dragged').waitFor({ state: 'hidden' });
    await poll(async () => {
      const { folders } = await harness.api.read<{ folders: { id: string }[] }>('/api/folders');
      return folders.map(({ id }) => id);
    }).toEqual(expect.arrayContaining([dragged, into]));
  });

  it('need a name of at most 50 characters; the seed’s words for it', async () => {
    const screen = await files();
    await screen.button('Add Folder').click();
    const modal = screen.modal('Add Folder');
    await modal.press('Add Folder');
    await modal.text('Please choose a name').waitFor();
    await modal.field('Name').fill('x'.repeat(51));
    await modal.text('Too Long!').waitFor();
    await modal.field('Name').fill('x'.repeat(50));
    await modal.press('Add Folder');
    await screen.folder('x'.repeat(50)).waitFor();
  });

  it('say so when adding fails, and keep the input', async () => {
    const id = await addFolder('Failing');
    const screen = await files('admin', id);
    await screen.page.route('**/api/commands/add-*', (route) => route.fulfill({ status: 503 }));
    await screen.button('Add Folder').click();
    const folder = screen.modal('Add Folder');
    await folder.field('Name').fill('Lost?');
    await folder.press('Add Folder');
    await folder.text('An error occured when adding the file. Please try again.').waitFor();
    await folder.text('Oh Shoot!').waitFor();
    expect(await folder.field('Name').inputValue()).toBe('Lost?');
    await screen.page.unroute('**/api/commands/add-*');
    await folder.press('Add Folder');
    await screen.folder('Lost?').waitFor();

    await screen.page.route('**/api/commands/add-*', (route) => route.fulfill({ status: 503 }));
    await screen.button('Add link').click();
    const link = screen.modal('Add Link');
    await link.field('Name').fill('Portal');
    await link.field('Link').fill('https://dealer.example/');
    await link.press('Add Link');
    await link.text('An error occured when adding the link. Please try again.').waitFor();
  });

  it('are renamed and moved, and both can be undone', async () => {
    const [from, to] = [await addFolder('From'), await addFolder('To')];
    await addFolder('Balers', from);
    const screen = await files('admin', from);
    await screen.menu('More for Balers', 'Rename');
    const rename = screen.modal('Rename folder');
    await rename.field('Name').fill('Round balers');
    await rename.press('Rename');
    await screen.folder('Round balers').waitFor();
    await screen.menu('More for Round balers', 'Move');
    const move = screen.modal('Move “Round balers”');
    await move.root.getByRole('treeitem', { name: 'To', exact: true }).click();
    await move.press('Move to To');
    await screen.folder('Round balers').waitFor({ state: 'hidden' });
    await screen.undo('Folder moved.');
    await screen.folder('Round balers').waitFor();
    await screen.undo('Folder renamed.');
    await screen.folder('Balers').waitFor();
    await screen.open(to);
    await screen.page.getByText('This folder is empty').waitFor();
  });

  it('ask before they go with all they hold, lead to the parent, and come back by Undo', async () => {
    const parent = await addFolder('Parent');
    const child = await addFolder('Child', parent);
    await addLink(child, 'Inside');
    const screen = await files('admin', parent, child);
    await screen.menu('More for this folder', 'Delete Child folder');
    const modal = screen.modal('Delete Folder');
    await modal
      .text('Are you sure you want to delete this folder and all of its contents?')
      .waitFor();
    await modal.press('Cancel');
    await modal.gone();
    await screen.menu('More for this folder', 'Delete Child folder');
    await modal.press('Delete');
    await screen.title('Parent').waitFor();
    await screen.folder('Child').waitFor({ state: 'hidden' });
    await screen.undo('Folder deleted.');
    await screen.enter('Child');
    await screen.doc('Inside').waitFor();
  });

  it('stay, and say so, when removing fails', async () => {
    const id = await addFolder('Stays');
    await addLink(id, 'Kept');
    const screen = await files('admin', id);
    await screen.page.route('**/api/commands/remove-*', (route) => route.fulfill({ status: 503 }));
    await screen.details('Kept').click();
    await screen.modal('Kept').press('Delete');
    const modal = screen.modal('Delete Link');
    await modal.press('Delete');
    await modal.text('An error occured when deleting the file. Please try again.').waitFor();
    await modal.press('Cancel');
    await screen.doc('Kept').waitFor();
  });

  it('hold links, which open in a new tab and are told about in a dialog', async () => {
    const id = await addFolder('Links');
    const screen = await files('admin', id);
    await screen.button('Add link').click();
    const add = screen.modal('Add Link');
    await add.field('Name').fill('Dealer portal');
    await add.field('Link').fill('javascript:alert(1)');
    await add.press('Add Link');
    await add.text('Enter a web address that starts with http:// or https://').waitFor();
    await add.field('Link').fill('https://dealer.example/prices');
    await add.press('Add Link');
    await add.gone();

    const link = screen.doc('Dealer portal');
    expect(await link.getAttribute('href')).toBe('https://dealer.example/prices');
    expect(await link.getAttribute('target')).toBe('_blank');
    expect(await link.getAttribute('rel')).toContain('noopener');
    await screen.details('Dealer portal').click();
    const details = screen.modal('Dealer portal');
    await details.text('https://dealer.example/prices').waitFor();
    await details.press('Delete');
    const modal = screen.modal('Delete Link');
    await modal.text('Are you sure you want to delete this link?').waitFor();
    await modal.press('Delete');
    await screen.doc('Dealer portal').waitFor({ state: 'hidden' });
    await screen.undo('Link deleted.');
    await screen.doc('Dealer portal').waitFor();
  });

  it('show basic users what they may do, and let them delete a link', async () => {
    const id = await addFolder('For all');
    await addLink(id, 'Old portal');
    const screen = await files('basic', id);
    for (const name of ['Add Folder', 'Add file', 'Add link', 'Delete For all folder']) {
      expect([name, await screen.button(name).count()]).toEqual([name, 0]);
    }
    expect(await screen.button('Add New User').count()).toBe(0);
    expect(await screen.page.getByRole('link', { name: 'Trash' }).count()).toBe(0);
    await screen.button('Employee Directory').waitFor();
    await screen.page.getByRole('button', { name: 'Logout' }).first().waitFor();
    await screen.details('Old portal').click();
    await screen.modal('Old portal').press('Delete');
    await screen.modal('Delete Link').press('Delete');
    await screen.doc('Old portal').waitFor({ state: 'hidden' });
  });

  it('keep the seed’s names for everything on a phone, in one menu', async () => {
    const id = await addFolder('Pocket');
    const screen = new Files(
      await harness.window('admin', { viewport: { width: 390, height: 740 } }),
    );
    await screen.open(id);
    await screen.button('Actions').click();
    const entries = screen.page.getByRole('menuitem');
    const names = ['Add Folder', 'Add file', 'Add link', 'Employee Directory', 'Add New User'];
    await poll(async () => (await entries.allInnerTexts()).map((text) => text.trim())).toEqual(
      expect.arrayContaining([...names, 'Logout', 'Delete Pocket folder']),
    );
    await screen.page.getByRole('menuitem', { name: 'Add link' }).click();
    const modal = screen.modal('Add Link');
    await modal.field('Name').fill('Portal');
    await modal.field('Link').fill('https://dealer.example/');
    await modal.press('Add Link');
    await screen.doc('Portal').waitFor();
  });

  it.each(inTurn([390, 1280]))(
    'leave room for what is in them far down, at %i px',
    async (width) => {
      let parentId: string | null = null;
      const ids: string[] = [];
      for (let level = 1; level <= 20; level++) {
        const body = { name: `Level ${level} at ${width}`, parentId };
        ({ id: parentId } = await harness.api.command('add-folder', body));
        ids.push(parentId!);
      }
      const page = await harness.window('basic', { viewport: { width, height: 780 } });
      await page.goto(['/dashboard', ...ids].join('/'));
      const title = page.getByRole('heading', { level: 1, name: `Level 20 at ${width}` });
      await title.waitFor();
      expect((await title.boundingBox())!.y).toBeLessThan(200);
      await page.getByRole('link', { name: `Level 19 at ${width}`, exact: true }).waitFor();
      await page.getByRole('button', { name: 'Folders in between' }).click();
      await page.getByRole('menuitem', { name: `Level 2 at ${width}`, exact: true }).click();
      await page.getByRole('heading', { level: 1, name: `Level 2 at ${width}` }).waitFor();
    },
  );

  it('are found at an old address after a move, and said to be gone after a removal', async () => {
    const [old, now] = [await addFolder('Old place'), await addFolder('New place')];
    const id = await addFolder('Wanderer', old);
    await harness.api.command('move-folder', { id, parentId: now });
    const screen = await files('basic', old, id);
    await screen.title('Wanderer').waitFor();
    await screen.page.waitForURL(`/dashboard/${now}/${id}`);
    await harness.api.command('remove-folder', { id: now });
    await screen.page.goto(`/dashboard/${now}/${id}`);
    await screen.page.getByText('This folder is not here').waitFor();
    await screen.button('Back to all files').click();
    await screen.title('Files').waitFor();
  });
});
