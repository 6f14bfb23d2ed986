import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import type { Locator, Page } from 'playwright-core';
import { hold, holdAnswers, inBrowser } from './browser.js';
import { Files } from './pages/files.js';
import { People } from './pages/people.js';
import { Harness } from './harness.js';

let harness: Harness;
let folder = '';
const send = async (name: string, body: object) => (await harness.api.command(name, body)).id;

/** What a server in front of the product answers where that fails. */
const failing = { status: 502, contentType: 'text/plain', body: '' };
const fail = (page: Page, url: string) => page.route(url, (route) => route.fulfill(failing));
const mend = (page: Page, url: string) => page.unroute(url);

const ann = {
  ...{ firstName: 'Ann', lastName: 'Late', phoneNumber: '402 555 0100', role: 'Mechanic' },
  ...{ location: 'Omaha', department: 'Service', manager: 'The board' },
  email: 'ann.late@feusa.example',
};

inBrowser('an answer that comes late or not at all', () => {
  beforeAll(async () => {
    harness = await Harness.open();
    folder = await send('add-folder', { name: 'Manuals', parentId: null });
    await send('add-folder', { name: 'Balers', parentId: folder });
    await send('add-employee', ann);
    // More than a page, of the trash and of the log.
    for (let n = 0; n < 201; n++) {
      const name = `Old link ${n}`;
      const id = await send('add-link', { folderId: folder, name, link: 'https://a.example/' });
      await send('remove-link', { id });
    }
  });
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  it('closes no other form of a folder than the one that was sent', async () => {
    const files = new Files(await harness.window('admin'));
    await files.open(folder);
    const held = await hold(files.page, '**/api/commands/add-link*');
    await files.button('Add link').click();
    const link = files.modal('Add Link');
    await link.field('Name').fill('Dealer portal');
    await link.field('Link').fill('https://dealer.example/');
    await link.press('Add Link');
    await link.button('Pending').waitFor();
    await files.page.keyboard.press('Escape');
    await link.gone();
    await files.button('Add Folder').click();
    const other = files.modal('Add Folder');
    await other.field('Name').fill('Forage harvesters');
    held.release();
    await files.message('Link added.').waitFor();
    expect(await other.field('Name').inputValue()).toBe('Forage harvesters');
  });

  it('closes no other form of a person than the one that was sent', async () => {
    const people = new People(await harness.window('admin'));
    await people.open();
    const held = await hold(people.page, '**/api/commands/add-employee*');
    await people.button('Add New Employee').click();
    const form = people.modal('Add New Employee');
    const bo = { ...ann, firstName: 'Bo', email: 'bo.late@feusa.example' };
    for (const [name, value] of Object.entries(bo))
      await people.input(name as keyof typeof bo, form).fill(value);
    await form.press('Add Employee');
    await form.button('Pending').waitFor();
    await people.page.keyboard.press('Escape');
    await form.gone();
    await people.button('Add New Employee').click();
    const other = people.modal('Add New Employee');
    await people.input('firstName', other).fill('Cleo');
    held.release();
    await people.page.getByText('Bo Late added').waitFor();
    expect(await people.input('firstName', other).inputValue()).toBe('Cleo');
  });

  it('is said to have failed where its form was closed meanwhile', async () => {
    const files = new Files(await harness.window('admin'));
    await files.open(folder);
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await files.page.route('**/api/commands/add-folder*', async (route) => {
      await released;
      await route.fulfill(failing);
    });
    await files.button('Add Folder').click();
    const form = files.modal('Add Folder');
    await form.field('Name').fill('Headers');
    await form.press('Add Folder');
    await form.button('Pending').waitFor();
    await files.page.keyboard.press('Escape');
    await form.gone();
    release();
    await files.messages.getByText(/The folder was not added/).waitFor();
  });

  it('is said once of a move, by its form as long as that is open', async () => {
    const files = new Files(await harness.window('admin'));
    const name = 'Parts catalogue';
    await send('add-link', { folderId: folder, name, link: 'https://parts.example/' });
    await files.open(folder);
    const url = '**/api/commands/move-link*';
    await fail(files.page, url);
    await files.menu(`More for ${name}`, 'Move');
    const modal = files.modal(/^Move/);
    await modal.root.getByRole('treeitem', { name: 'Manuals' }).focus();
    await files.page.keyboard.press('ArrowRight');
    await modal.root.getByRole('treeitem', { name: 'Balers' }).click();
    await modal.press('Move to Balers');
    const said = files.page.getByText(/Not everything was moved/);
    await modal.root.getByText(/Not everything was moved/).waitFor();
    expect(await said.count()).toBe(1);
    await mend(files.page, url);
    const held = await holdAnswers(files.page, url);
    await files.page.route(url, (route) => route.fallback({ postData: '{}' }));
    await modal.press('Move to Balers');
    await modal.button('Pending').waitFor();
    await files.page.keyboard.press('Escape');
    await modal.gone();
    held.release();
    await files.messages.getByText(/Not everything was moved/).waitFor();
    expect(await said.count()).toBe(1);
  });

  it('changes no document whose replacement was given up meanwhile', async () => {
    await harness.api.addFile(folder, 'Torque.txt', Buffer.from('12 Nm'));
    const files = new Files(await harness.window('admin'));
    await files.open(folder);
    await files.menu('More for Torque.txt', 'Replace');
    const form = files.modal(/^Replace/);
    await hold(files.page, '**/api/uploads*');
    const buffer = Buffer.from('14 Nm');
    await form
      .field('New version')
      .setInputFiles({ name: 'Torque.txt', mimeType: 'text/plain', buffer });
    await form.press('Replace');
    await form.button('Pending').waitFor();
    const ended = files.page.waitForEvent('requestfailed');
    await form.press('Cancel');
    await form.gone();
    expect((await ended).url()).toMatch('/api/uploads');
  });

  it('leaves in the log what is on view, and where one is', async () => {
    const page = await harness.window('auditor');
    await page.goto('/log');
    const list = page.getByRole('list', { name: 'Events, newest first' });
    const row = list.getByRole('listitem').filter({ hasText: 'added the folder “Manuals”' });
    await list.getByRole('button').first().focus();
    await fail(page, '**/api/audit/events*');
    await page.keyboard.press('End');
    await page.getByText('Some of the log did not load.').waitFor();
    expect(await list.getByRole('listitem').count()).toBeGreaterThan(0);
    await mend(page, '**/api/audit/events*');
    // What is scrolled to is asked for by itself, too: then the button is gone before it is reached.
    await poll(async () => {
      const again = page.getByRole('button', { name: 'Try again' });
      await again.evaluateAll((all) => all.forEach((each) => each.click()));
      return row.count();
    }).toBe(1);
    await page.getByText('Some of the log did not load.').waitFor({ state: 'detached' });
  });

  it('takes no document for deleted that could not be looked for', async () => {
    const page = await harness.window('admin');
    await fail(page, '**/api/tree*');
    await page.goto(`/dashboard/${folder}?detail=${crypto.randomUUID()}`);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Try again' }).waitFor();
    expect(await dialog.innerText()).not.toMatch(/deleted/);
    await mend(page, '**/api/tree*');
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByText(/This was deleted/).waitFor();
  });

  it('leaves a way to go on in the folders to move to', async () => {
    const files = new Files(await harness.window('admin'));
    await send('add-link', { folderId: folder, name: 'Portal', link: 'https://dealer.example/' });
    await files.open(folder);
    await fail(files.page, '**/api/folders*');
    await files.menu('More for Portal', 'Move');
    const modal = files.modal(/Move/);
    await modal.button('Try again').waitFor();
    await mend(files.page, '**/api/folders*');
    await modal.press('Try again');
    const tree = modal.root.getByRole('treeitem', { name: 'Manuals' });
    await tree.waitFor();
    await fail(files.page, `**/api/folders/${folder}*`);
    await tree.focus();
    await files.page.keyboard.press('ArrowRight');
    await modal.button('Try again').waitFor();
    await mend(files.page, `**/api/folders/${folder}*`);
    await modal.press('Try again');
    await modal.root.getByRole('treeitem', { name: 'Balers' }).waitFor();
  });

  it('is asked for again of an invitation', async () => {
    const page = await harness.window();
    await fail(page, '**/api/invitations/*');
    await page.goto('/invite?token=of-nobody');
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await mend(page, '**/api/invitations/*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Try again' }).waitFor({ state: 'detached' });
    await page
      .getByText(/invitation/i)
      .first()
      .waitFor();
  });

  it('says what was refused where one is looking', async () => {
    const page = await harness.window('admin', { viewport: { width: 1280, height: 500 } });
    for (let n = 0; n < 30; n++) await send('add-group', { name: `Crew ${n}` });
    await page.goto('/users');
    await fail(page, '**/api/commands/remove-group*');
    const last = page.getByRole('button', { name: 'Delete Crew 29', exact: true });
    await last.click();
    const said = page.getByText(/The group was not deleted\./);
    await said.waitFor();
    const { y = -1 } = (await said.boundingBox()) ?? {};
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(500);
  });

  it('says in the trash why it is not known whether a document is there', async () => {
    const page = await harness.window('admin');
    await page.goto('/trash');
    await page.getByRole('button', { name: 'Show more' }).waitFor();
    await fail(page, '**/api/trash?limit=1000*');
    await page.goto(`/trash?preview=${crypto.randomUUID()}`);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Try again' }).waitFor();
    await mend(page, '**/api/trash?limit=1000*');
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByText(/was restored or deleted for good/).waitFor();
  });

  it('makes no moment unknown', async () => {
    const page = await harness.window('admin');
    const at = new Date().toISOString();
    await fail(page, '**/api/folders?at=*');
    await page.goto(`/users?at=${encodeURIComponent(at)}`);
    const bar = page.getByRole('region', { name: 'The past' });
    await bar.getByText('This moment did not load.').waitFor();
    expect(await bar.innerText()).not.toMatch(/not known/);
    await bar.getByRole('button', { name: 'Try again' }).click();
    await mend(page, '**/api/folders?at=*');
    await bar.getByRole('button', { name: 'Try again' }).click();
    await bar.getByText(/event \d+ of \d+/).waitFor();
  });

  it('has room for what is said of a moment, and for a thumb', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
    const page = await harness.window('admin', phone);
    await fail(page, '**/api/folders?at=*');
    await page.goto(`/users?at=${encodeURIComponent(new Date().toISOString())}`);
    const bar = page.getByRole('region', { name: 'The past' });
    const boxOf = async (part: Locator) => (await part.boundingBox())!;
    const said = await boxOf(bar.getByText('This moment did not load.'));
    const again = await boxOf(bar.getByRole('button', { name: 'Try again' }));
    expect(said.y).toBeGreaterThan((await boxOf(bar)).y + 5);
    expect(again.height).toBeGreaterThan(43);
  });

  it.each([
    ['the search', '/find?q=late', 'Search for', '**/api/find?*', 'Search did not work'],
    [
      ...(['the access log', '/access-log', 'Person', '**/api/access-log?*'] as const),
      'The access log did not load',
    ],
  ])('leaves in %s nothing on view that was not asked for', async (_where, ...words) => {
    const [path, field, url, failed] = words;
    const page = await harness.window('admin');
    await page.goto(path);
    const main = page.getByRole('main');
    await main.getByRole('listitem').first().waitFor();
    await fail(page, url);
    await page.getByLabel(field, { exact: true }).fill('zebra');
    await main.getByRole('heading', { name: failed }).waitFor();
    expect(await main.getByRole('listitem').count()).toBe(0);
    await mend(page, url);
    await page.getByRole('button', { name: 'Try again' }).click();
    await main.getByRole('heading', { name: failed }).waitFor({ state: 'detached' });
  });
});
