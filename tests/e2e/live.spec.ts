import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { holdAnswers, inBrowser, watching } from './browser.js';
import { openClient } from './client.js';
import { Files } from './pages/files.js';
import { People } from './pages/people.js';
import { signIn } from './product.js';
import { Harness } from './harness.js';

let harness: Harness;
const addFolder = async (name: string, parentId: string | null = null) =>
  (await harness.api.command('add-folder', { name, parentId })).id;
const person = {
  firstName: 'Live',
  lastName: 'Miller',
  phoneNumber: '402 555 0100',
  email: 'live@feusa.example',
  role: 'Mechanic',
  location: 'Grand Island',
  department: 'Service',
  manager: 'Maria Lopez',
};

const expectSamePages = async (...screens: Files[]) => {
  const pages = screens.map(({ page }) => page.evaluate('globalThis.isSamePage'));
  expect(await Promise.all(pages)).toEqual(screens.map(() => true));
};

/** A connection that is there until the server misses its answers, after 40 s. */
async function openSocket(address: string, cookie: string): Promise<void> {
  const url = `${address}/socket.io/?EIO=4&transport=polling`;
  const headers = { cookie };
  const opened = await (await fetch(url, { headers })).text();
  const { sid } = JSON.parse(opened.slice(1)) as { sid: string };
  await fetch(`${url}&sid=${sid}`, { method: 'POST', headers, body: '40' });
}

/** Two people who look at the same place; neither page is loaded again. */
const twoInFolder = async (...ids: string[]) => {
  const [one, two] = [
    new Files(await harness.window('admin')),
    new Files(await harness.window('basic')),
  ];
  for (const screen of [one, two]) {
    await screen.open(...ids);
    await screen.page.evaluate('globalThis.isSamePage = true');
  }
  return [one, two] as const;
};

inBrowser('what one does, the other sees', () => {
  beforeAll(async () => {
    harness = await Harness.open();
  });
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  it('folders at the root: added, renamed, removed, brought back', async () => {
    await addFolder('Here already');
    const [one, two] = await twoInFolder();
    await one.addFolder('Fresh');
    await two.folder('Fresh').waitFor();
    await one.menu('More for Fresh', 'Rename');
    await one.modal('Rename folder').field('Name').fill('Renamed');
    await one.modal('Rename folder').press('Rename');
    await two.folder('Renamed').waitFor();
    await one.menu('More for Renamed', 'Delete');
    await one.modal('Delete Folder').press('Delete');
    await two.folder('Renamed').waitFor({ state: 'hidden' });
    await one.undo('Folder deleted.');
    await two.folder('Renamed').waitFor();
    await expectSamePages(one, two);
  });

  it('documents and links inside a folder', async () => {
    const id = await addFolder('Shared');
    const [one, two] = await twoInFolder(id);
    await one.addLink('Portal', 'https://dealer.example/');
    await two.doc('Portal').waitFor();
    await one.addFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
    await two.doc('a.txt').waitFor();
    await two.details('Portal').click();
    await two.modal('Portal').press('Delete');
    await two.modal('Delete Link').press('Delete');
    await one.doc('Portal').waitFor({ state: 'hidden' });
    await expectSamePages(one, two);
  });

  it('how much lies in the folders on view, without asking for it again', async () => {
    const id = await addFolder('Counted');
    const link = { name: 'Portal', link: 'https://dealer.example/' };
    const add = (folderId: string) => harness.api.command('add-link', { ...link, folderId });
    const { id: first } = await add(id);
    const screen = new Files(await harness.window('basic'));
    await screen.open();
    const holds = (name: string) =>
      poll(() => screen.folder(name).getAttribute('aria-description'), { timeout: 5000 });
    await holds('Counted').toBe('1 item');
    let asked = 0;
    screen.page.on(
      'request',
      (request) => void (request.url().includes('folder-counts') && asked++),
    );
    await add(id);
    await addFolder('Below', id);
    await holds('Counted').toBe('3 items');
    await harness.api.command('remove-link', { id: first });
    await holds('Counted').toBe('2 items');
    const fresh = await addFolder('Fresh and empty');
    await holds('Fresh and empty').toBe('empty');
    await add(fresh);
    await holds('Fresh and empty').toBe('1 item');
    expect(asked).toBe(0);
    await harness.api.command('move-folder', { id: fresh, parentId: id });
    await holds('Counted').toBe('3 items');
  });

  it('changes, without moving what is pointed at', async () => {
    const id = await addFolder('Busy');
    for (const name of ['B', 'C', 'D']) await addFolder(name, id);
    const [, two] = await twoInFolder(id);
    await two.folder('B').hover();
    const before = await two.folder('B').boundingBox();
    await addFolder('A', id);
    await two.page.getByRole('button', { name: /^1 new/ }).waitFor();
    expect(await two.folder('B').boundingBox()).toEqual(before);
    await two.page.mouse.move(5, 5);
    await two.folder('A').waitFor();
  });

  it('the removal of the folder that somebody stands in, with the way back', async () => {
    const id = await addFolder('Doomed');
    const below = await addFolder('Below', id);
    const [, two] = await twoInFolder(id, below);
    await two.title('Below').waitFor();
    await harness.api.command('remove-folder', { id });
    await two.page.getByText('“Below” was deleted').waitFor();
    await two.button('Back to all files').click();
    await two.title('Files').waitFor();
  });

  it('a new name above, also where something comes while it is read', async () => {
    const id = await addFolder('Above');
    const below = await addFolder('Low', id);
    const screen = new Files(await harness.window('basic'));
    const { page } = screen;
    await Promise.all([watching(page), screen.open(id, below)]);
    const reading = await holdAnswers(page, `**/api/folders/${below}*`);
    await harness.api.command('rename-folder', { id, name: 'High above' });
    await poll(reading.count).toBe(1);
    await addFolder('Meanwhile', below);
    await screen.folder('Meanwhile').waitFor();
    reading.release();
    const way = page.getByRole('navigation', { name: 'Where you are' });
    await way.getByText('High above').waitFor();
    await screen.folder('Meanwhile').waitFor();
  });

  it('employees: added, changed, removed; also in an open dialog', async () => {
    const [one, two] = [
      new People(await harness.window('admin')),
      new People(await harness.window('basic')),
    ];
    await Promise.all([one.open(), two.open()]);
    const { id } = await harness.api.command('add-employee', person);
    for (const screen of [one, two]) await screen.card('Live Miller').waitFor();
    const detail = await two.openPerson('Live Miller');
    await harness.api.command('update-employee', { id, version: 1, ...person, role: 'Foreman' });
    await one.card('Live Miller').getByText('Foreman').waitFor();
    await detail.text('Foreman').waitFor();
    await harness.api.command('remove-employee', { id });
    await one.card('Live Miller').waitFor({ state: 'hidden' });
    await two.page.getByText('Somebody has just deleted Live Miller.').waitFor();
  });

  it('error notices, which either may dismiss for both', async () => {
    const [one, two] = await twoInFolder();
    await harness.api.command('log-error', { details: 'The scale is silent', errors: { code: 7 } });
    for (const { page } of [one, two]) {
      const dismiss = page.getByRole('button', {
        name: 'Dismiss for everybody: The scale is silent',
      });
      await dismiss.waitFor();
    }
    for (const code of [8, 9, 10]) {
      await harness.api.command('log-error', { details: 'The newest', errors: { code } });
    }
    const name = 'Dismiss for everybody: The newest';
    await two.page.getByRole('button', { name }).first().waitFor();
    await two.page.getByRole('button', { name: '3 older error notices' }).click();
    const old = 'Dismiss for everybody: The scale is silent';
    await two.page.getByRole('button', { name: old }).click();
    await two.page.getByRole('button', { name: old }).waitFor({ state: 'hidden' });
    await one.page.getByRole('button', { name: '2 older error notices' }).waitFor();
  });

  it('a role that was given or taken away, without loading the page again', async () => {
    const body = { ...signIn, email: 'rising@feusa.example' };
    const { id: userId } = await harness.api.command('register-user', body);
    const { cookie } = await openClient(harness.address, body);
    const page = await harness.window();
    await harness.enter(page, cookie);
    const screen = new Files(page);
    await screen.open();
    expect(await screen.button('Add Folder').count()).toBe(0);
    await harness.api.command('set-user-role', { userId, role: 'admin' });
    // Sockets are looked after every 15 s where nothing was told.
    const soon = { timeout: 10_000 };
    await screen.button('Add Folder').waitFor(soon);
    await page.goto('/log');
    await page.getByRole('heading', { name: 'Log', exact: true }).first().waitFor();
    await harness.api.command('set-user-role', { userId, role: 'basic' });
    await page.getByText('You don’t have access to this page').waitFor(soon);
    await screen.open();
    expect(await screen.button('Add Folder').count()).toBe(0);
  });

  it('a change in a tab more than the server pushes to, which says so', async () => {
    const body = { ...signIn, email: 'collector@feusa.example' };
    await harness.api.command('register-user', body);
    const client = await openClient(harness.address, body);
    const { cookie } = client;
    await Promise.all(Array.from({ length: 20 }, () => openSocket(harness.address, cookie)));
    const page = await harness.window();
    await harness.enter(page, cookie);
    const screen = new Files(page);
    await screen.open();
    await page.getByText('too many tabs open for live updates').waitFor();
    const id = await addFolder('Read, not pushed');
    await screen.folder('Read, not pushed').waitFor();
    await screen.open(id);
    await page.getByText('too many tabs open for live updates').waitFor();
    await client.star(id);
    await poll(() => screen.button('Favourite').getAttribute('aria-pressed')).toBe('true');
  });

  it('the end of a session: the page goes to the sign-in by itself', async () => {
    const body = { ...signIn, email: 'leaver@feusa.example' };
    const { id } = await harness.api.command('register-user', body);
    const { cookie } = await openClient(harness.address, body);
    const page = await harness.window();
    await harness.enter(page, cookie);
    await Promise.all([watching(page), new Files(page).open()]);
    await harness.api.command('remove-user', { id });
    // Sockets are looked after every 15 s where nothing was told.
    await page.waitForURL((url) => url.pathname === '/', { timeout: 10_000 });
  });
});
