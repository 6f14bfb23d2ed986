import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { inBrowser, inTurn } from './browser.js';
import { Files } from './pages/files.js';
import { Modal } from './pages/modal.js';
import { signIn } from './product.js';
import { Harness } from './harness.js';

let harness: Harness;
const open = async (path: string, role: 'admin' | 'auditor' | 'basic' = 'admin') => {
  const page = await harness.window(role);
  await page.goto(path);
  return page;
};

inBrowser('the other places', () => {
  beforeAll(async () => {
    harness = await Harness.open();
  });
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  it('Users: who can sign in, their roles, and their end', async () => {
    const email = 'clerk@feusa.example';
    await harness.api.command('register-user', { ...signIn, email });
    const page = await open('/users');
    const role = page.getByLabel(`Role of ${email}`);
    expect(await role.inputValue()).toBe('basic');
    await role.selectOption('auditor');
    await page.getByText(`${email} is now auditor`).waitFor();
    await page.reload();
    await poll(() => role.inputValue()).toBe('auditor');
    await page.getByRole('button', { name: `Delete ${email}` }).click();
    const modal = new Modal(page, 'Delete User');
    await modal.press('Cancel');
    await page.getByRole('button', { name: `Delete ${email}` }).click();
    await modal.press('Delete');
    await role.waitFor({ state: 'hidden' });
  });

  it('Users: a filter that nobody matches leads back to everybody', async () => {
    const page = await open('/users?filter=zzz');
    await page.getByRole('heading', { name: 'No user matches “zzz”' }).waitFor();
    await page.getByRole('button', { name: 'Show everybody' }).click();
    await page.getByLabel(`Role of ${signIn.email}`).waitFor();
    await page.waitForURL('/users');
  });

  it('Users: are filtered by what the list calls their roles', async () => {
    const page = await open('/users?filter=ADMINISTRATOR');
    await page.getByLabel(`Role of ${signIn.email}`).waitFor();
    await page.getByLabel('Filter by name, e-mail or role').fill('auditor');
    await page.getByLabel(`Role of ${signIn.email}`).waitFor({ state: 'hidden' });
  });

  it('Log: a type or time in the address that is none narrows nothing', async () => {
    const page = await open('/log?type=Nonsense&from=nonsense');
    await page.getByRole('main').getByRole('listitem').first().waitFor();
    expect(await page.getByRole('button', { name: 'Show all' }).count()).toBe(0);
  });

  it('Users: the last administrator stays one', async () => {
    const page = await open('/users');
    await page.getByLabel(`Role of ${signIn.email}`).selectOption('basic');
    await new Modal(page, 'Give up administrator role').press('Give up role');
    await page.getByText('At least one administrator is required').first().waitFor();
  });

  it.each([
    ['/users', 'basic'],
    ['/trash', 'basic'],
    ['/log', 'basic'],
    ['/operations', 'auditor'],
    ['/users', 'auditor'],
    ['/register', 'basic'],
  ] as const)('%s is closed to a user who is %s', async (path, role) => {
    const page = await open(path, role);
    await page.getByText('You don’t have access to this page').waitFor();
    await page.getByRole('button', { name: 'Back to files' }).click();
    await page.waitForURL('/dashboard');
  });

  it('Trash: what was removed, where it was, by whom; and it comes back', async () => {
    const { id } = await harness.api.command('add-folder', { name: 'Archive', parentId: null });
    const link = { folderId: id, name: 'Old portal', link: 'https://dealer.example/' };
    const old = await harness.api.command('add-link', link);
    await harness.api.command('remove-link', { id: old.id });
    const page = await open('/trash');
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Old portal' });
    await row.getByText('Files / Archive').waitFor();
    await row.getByText(signIn.email).waitFor();
    await row.getByRole('button', { name: 'Restore Old portal' }).click();
    await row.waitFor({ state: 'hidden' });
    const messages = page.getByRole('region', { name: 'Messages' });
    await messages.getByText('“Old portal” restored.').waitFor();
    await messages.getByRole('button', { name: 'Undo', exact: true }).click();
    await row.waitFor();
    await messages.getByRole('button', { name: 'Redo', exact: true }).click();
    await row.waitFor({ state: 'hidden' });
    const files = new Files(page);
    await files.open(id);
    await files.doc('Old portal').waitFor();
  });

  it.each(inTurn([390, 1280]))(
    'Trash: reaches what was removed long ago, at %i px',
    async (width) => {
      const { id } = await harness.api.command('add-folder', {
        name: `Attic ${width}`,
        parentId: null,
      });
      const names = Array.from({ length: 203 }, (_, n) => `Portal ${width} ${n}`);
      for (const name of names) {
        const link = { folderId: id, name, link: 'https://dealer.example/' };
        const old = await harness.api.command('add-link', link);
        await harness.api.command('remove-link', { id: old.id });
      }
      const page = await harness.window('admin', { viewport: { width, height: 800 } });
      await page.goto('/trash');
      const rows = page.getByRole('listitem').filter({ hasText: `Files / Attic ${width}` });
      const row = (n: number) => rows.filter({ hasText: new RegExp(`Portal ${width} ${n}Files`) });
      await row(202).waitFor();
      expect(await row(0).count()).toBe(0);
      await page.getByRole('button', { name: 'Show more' }).click();
      await row(0).waitFor();
      expect(await rows.count()).toBe(names.length);
      await page.reload();
      await row(202).waitFor();
      await page.getByLabel('Filter').fill(`${names[0]}`);
      await row(0).waitFor();
      await poll(() => row(202).count()).toBe(0);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      await page.getByRole('button', { name: `Restore ${names[0]}`, exact: true }).click();
      await row(0).waitFor({ state: 'hidden' });
    },
  );

  it('Log: everything that was done, in words, and that it is whole', async () => {
    await harness.api.command('add-folder', { name: 'Depot', parentId: null });
    const page = await open('/log?type=FolderAdded', 'auditor');
    const row = page.getByRole('listitem').filter({ hasText: 'added the folder “Depot”' });
    await row.getByRole('button').click();
    const { root } = new Modal(page, /^Event \d+$/);
    await root.getByText('As it is stored').click();
    await root.getByText('"name": "Depot"').waitFor();
    await page.goto('/log');
    await page.getByRole('button', { name: 'Verify the log' }).click();
    await page.getByText('Log verified: no changes found').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export the log' }).click(),
    ]);
    const [first = ''] = (await readFile(await download.path(), 'utf8')).split('\n');
    expect(JSON.parse(first)).toMatchObject({ position: '1', type: 'UserRegistered' });
  });

  it('Palette: finds folders, people and actions, and does only what one may', async () => {
    const { id } = await harness.api.command('add-folder', { name: 'Harvesters', parentId: null });
    const page = await open('/dashboard', 'basic');
    await page.getByRole('heading', { name: 'Files' }).waitFor();
    await page.keyboard.press('Control+k');
    const box = page.getByRole('combobox');
    await box.fill('harv');
    await page.getByRole('option', { name: /Harvesters/ }).waitFor();
    await box.press('Enter');
    await page.waitForURL(`/dashboard/${id}`);
    await page.keyboard.press('Control+k');
    await box.fill('account');
    await page.getByRole('option', { name: 'Account', exact: true }).waitFor();
    await box.press('Enter');
    await page.waitForURL('/account');
    await page.keyboard.press('Control+k');
    await box.fill('log');
    await page.getByRole('option', { name: /Logout/ }).waitFor();
    expect(await page.getByRole('option', { name: /Access log/ }).count()).toBe(0);
    expect(await page.getByRole('option', { name: /Add New User/ }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await box.waitFor({ state: 'hidden' });
  });

  it.each([
    ['operations', '/operations'],
    ['access', '/access-log'],
    ['profile', '/dashboard/employees/me'],
    ['chart', '/dashboard/employees/chart'],
  ])('Palette: %s leads an administrator to %s', async (typed, path) => {
    const page = await open('/dashboard');
    await page.getByRole('heading', { name: 'Files' }).waitFor();
    await page.keyboard.press('Control+k');
    const box = page.getByRole('combobox');
    await box.fill(typed);
    await page
      .getByRole('option', { name: /^(Operations|Access log|My profile|Org chart)$/ })
      .click();
    await page.waitForURL(path);
  });

  it('Palette: what was opened last opens again as it did', async () => {
    const { id } = await harness.api.command('add-folder', { name: 'Sprayers', parentId: null });
    const { id: file } = await harness.api.addFile(id, 'Nozzles.txt', Buffer.from('Clean them.'));
    const link = `${harness.address}/health/live`;
    await harness.api.command('add-link', { folderId: id, name: 'Alive', link });
    const page = await open(`/dashboard/${id}`, 'basic');
    const files = new Files(page);
    const opens = async (address: string, act: () => Promise<unknown>) => {
      const isIt = (request: { url(): string }) => request.url().endsWith(address);
      await Promise.all([page.context().waitForEvent('request', isIt), act()]);
    };
    const option = (name: string) => page.getByRole('option', { name: new RegExp(`^${name}`) });
    const text = `/files/${file}?inline=1`;
    await opens(text, () => files.doc('Nozzles.txt').click());
    await opens(link, () => files.doc('Alive').click());
    await page.keyboard.press('Control+k');
    await opens(link, () => option('Alive').click());
    await page.keyboard.press('Control+k');
    await opens(text, () => option('Nozzles').click());
    expect(new URL(page.url()).pathname).toBe(`/dashboard/${id}`);
  });

  it('says that it is not known who is signed in, and tries again', async () => {
    const page = await harness.window('basic');
    await page.route('**/api/session', (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto('/dashboard');
    await page.getByText('This page did not load').waitFor();
    await page.unroute('**/api/session');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Files' }).waitFor();
    const faults = await harness.takeFaults();
    expect(faults.every((each) => each.endsWith('/api/session'))).toBe(true);
  });

  it.each([
    ['/access-log', 'Log'],
    ['/register', 'Users'],
  ])('%s is marked as belonging to %s', async (path, place) => {
    const page = await open(path);
    const link = page.getByRole('banner').getByRole('link', { name: place, exact: true });
    await poll(() => link.getAttribute('aria-current')).toBe('page');
  });

  it('an address that leads nowhere says so', async () => {
    const page = await open('/dashboard/not-a-folder', 'basic');
    await page.getByText('This folder is not here').waitFor();
    await page.goto('/dashboard/employees/not-a-person');
    await page.getByRole('dialog', { name: 'Not in the directory' }).waitFor();
    await page.goto(`/dashboard/employees/${crypto.randomUUID()}`);
    await page.getByText('This person was deleted, or the link is incomplete.').waitFor();
    await page.getByRole('button', { name: 'To all staff' }).click();
    await page.waitForURL('/dashboard/employees');
    await page.goto('/dashboard/employees/chart/not-a-chart');
    await page.getByText('Page not found').waitFor();
    expect((await page.goto('/nowhere'))?.status()).toBe(404);
    await page.getByText('Page not found').waitFor();
  });
});
