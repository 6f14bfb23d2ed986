import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { seriousFaults } from './axe.js';
import { fitsSideways, inBrowser, inTurn } from './browser.js';
import { openClient } from './client.js';
import { Entrance } from './pages/entrance.js';
import { Files } from './pages/files.js';
import { Modal } from './pages/modal.js';
import { signIn } from './product.js';
import { Harness } from './harness.js';

const { email, password, teamPassword } = signIn;
let harness: Harness;
const addFolder = async (name: string, parentId: string | null = null) =>
  (await harness.api.command('add-folder', { name, parentId })).id;

/** The administrator, who has just signed in. */
async function administrator(width: number): Promise<Files> {
  const page = await harness.window(undefined, { viewport: { width, height: 900 } });
  await page.goto('/');
  await new Entrance(page).signIn(teamPassword, email, password);
  await page.waitForURL('/dashboard');
  return new Files(page);
}

inBrowser('who can see a folder', () => {
  beforeAll(async () => {
    harness = await Harness.open();
  });
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  it.each(inTurn([390, 1280]))(
    'is told and changed by an administrator, and others see it at once, at %i px',
    async (width) => {
      const name = `Pay ${width}`;
      const id = await addFolder(name);
      const manager = `manager-${width}.of.the.whole.department@subsidiary.of.the.company.example`;
      await harness.api.command('register-user', { ...signIn, email: manager });
      const [one, two] = [await administrator(width), new Files(await harness.window('basic'))];
      for (const files of [one, two]) {
        await files.open();
        await files.folder(name).waitFor();
      }
      const modal = new Modal(one.page, `Who can see ${name}`);
      await one.menu(`More for ${name}`, 'Who can see this');
      await modal.shown();
      await modal.root.getByText('open to everybody').first().waitFor();
      await modal.field('Only these groups and people, and administrators').check();
      await modal.field(`What ${manager} may do`).selectOption('manage');
      const loses = modal.root.getByText(/^Will no longer see it: .*basic@/);
      await loses.waitFor();
      await modal.field(`What ${manager} may do`).selectOption('nothing');
      await modal.root.getByText(/^Will no longer see it: .*manager-/).waitFor();
      expect(await loses.evaluate((each) => each.scrollWidth <= each.clientWidth)).toBe(true);
      await modal.field(`What ${manager} may do`).selectOption('manage');
      expect(await seriousFaults(one.page, '[role=dialog]')).toEqual([]);
      await modal.press('Save');
      const confirm = new Modal(one.page, 'Confirm it is you');
      await confirm.field('Your password').fill(password);
      await one.page.keyboard.press('Enter');
      await confirm.gone();
      await modal.gone();
      const undo = one.messages.getByRole('button', { name: 'Undo' }).first();
      // A message stays while the pointer rests on it.
      await undo.hover();
      await two.folder(name).waitFor({ state: 'hidden' });
      await one.page.getByLabel('Restricted').first().waitFor();
      expect(await seriousFaults(one.page)).toEqual([]);

      const page = await harness.window(undefined, { viewport: { width, height: 900 } });
      await page.goto('/');
      await new Entrance(page).signIn(teamPassword, manager, password);
      await page.waitForURL('/dashboard');
      const own = new Files(page);
      await own.open(id);
      await page.getByRole('heading', { level: 1 }).getByText(name).waitFor();
      await page.getByLabel('Restricted').first().waitFor();
      if (width === 390) await own.menu('Actions', 'Add Folder');
      else await own.button('Add Folder').click();
      await own.modal('Add Folder').field('Name').fill('Wages');
      await own.modal('Add Folder').press('Add Folder');
      await own.folder('Wages').waitFor();

      await undo.click();
      await two.folder(name).waitFor();
    },
  );

  it.each(inTurn([390, 1280]))('is arranged by who manages it, at %i px', async (width) => {
    const name = `Bonus ${width}`;
    const id = await addFolder(name);
    const account = { ...signIn, email: `arranger-${width}@feusa.example` };
    const manager = await harness.api.command('register-user', account);
    await harness.api.command('set-folder-access', {
      id,
      access: { read: [], manage: [manager.id] },
    });
    const page = await harness.window(undefined, { viewport: { width, height: 900 } });
    await harness.enter(page, (await openClient(harness.address, account)).cookie);
    const own = new Files(page);
    await own.open(id);
    for (const added of ['Earlier', 'Wages']) {
      if (width === 390) await own.menu('Actions', 'Add Folder');
      else await own.button('Add Folder').click();
      await own.modal('Add Folder').field('Name').fill(added);
      await own.modal('Add Folder').press('Add Folder');
      await own.folder(added).waitFor();
    }
    await own.menu('More for Wages', 'Rename');
    await own
      .modal(/^Rename/)
      .field('Name')
      .fill('Salaries');
    await own.modal(/^Rename/).press('Rename');
    await own.folder('Salaries').waitFor();
    await own.menu('More for Salaries', 'Move');
    const move = own.modal('Move “Salaries”');
    // It is no place to move to, and opens all the same.
    await move.root
      .getByRole('treeitem', { name: `${name} (it is here now)` })
      .click({ force: true });
    await move.root.getByRole('treeitem', { name: 'Earlier', exact: true }).click();
    await move.press('Move to Earlier');
    await own.folder('Salaries').waitFor({ state: 'hidden' });
    await own.enter('Earlier');
    await own.folder('Salaries').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
  });

  it.each(inTurn([390, 1280]))('is told of one person, and as it was, at %i px', async (width) => {
    const id = await addFolder(`Injuries ${width}`);
    const before = await harness.api.read<{ position: string }>('/api/errors');
    await harness.window('basic');
    const group = await harness.api.command('add-group', { name: `Safety ${width}` });
    await harness.api.command('set-folder-access', {
      id,
      access: { read: [group.id], manage: [] },
    });
    const page = await harness.window('admin', { viewport: { width, height: 900 } });
    await page.goto('/users');
    await page.getByRole('button', { name: 'What basic@feusa.example can see' }).click();
    const modal = new Modal(page, 'What basic@feusa.example can see');
    await modal.root.getByText(/^Cannot see \d+ folders?, nor what is in them$/).waitFor();
    await modal.root.getByRole('link', { name: `Injuries ${width}` }).waitFor();
    expect(await seriousFaults(page, '[role=dialog]')).toEqual([]);
    expect(await fitsSideways(page)).toBe(true);
    await page.keyboard.press('Escape');
    await modal.gone();
    await page.getByRole('button', { name: `What ${email} can see` }).click();
    await new Modal(page, `What ${email} can see`).root
      .getByText('As an administrator, they see and change everything.')
      .waitFor();

    const files = new Files(page);
    await page.goto(`/dashboard?at=${before.position}`);
    await files.menu(`More for Injuries ${width}`, 'Who can see this');
    const then = new Modal(page, `Who could see Injuries ${width} then`);
    await then.root.getByText(/could see it then$/).waitFor();
    await then.root.getByText('open to everybody').first().waitFor();
    expect(await then.root.getByRole('button', { name: 'Save' }).count()).toBe(0);
    expect(await seriousFaults(page, '[role=dialog]')).toEqual([]);
    await page.keyboard.press('Escape');
    await then.gone();
    await page.goto(`/users?at=${before.position}`);
    await page.getByRole('button', { name: 'What basic@feusa.example can see' }).click();
    const saw = new Modal(page, 'What basic@feusa.example could see then');
    await saw.shown();
    expect(await saw.root.getByRole('link', { name: `Injuries ${width}` }).count()).toBe(0);
  });

  it('is no longer open to everybody once it is for a group without members', async () => {
    const id = await addFolder('Empty circle');
    const group = await harness.api.command('add-group', { name: 'Nobody yet' });
    const access = { read: [group.id], manage: [] };
    await harness.api.command('set-folder-access', { id, access });
    const page = await harness.window('admin');
    const files = new Files(page);
    await files.open();
    await files.menu('More for Empty circle', 'Who can see this');
    const { root } = new Modal(page, 'Who can see Empty circle');
    const people = root.getByRole('list', { name: 'Who can see this' });
    await people.getByText('administrator').first().waitFor();
    expect(await people.getByText('open to everybody').count()).toBe(0);
  });

  it('names groups, which administrators make', async () => {
    await harness.window('basic');
    const [one, two] = [await harness.window('admin'), await harness.window('admin')];
    for (const page of [one, two]) await page.goto('/users');
    await one.getByRole('button', { name: 'Add Group' }).click();
    const modal = new Modal(one, 'Add Group');
    await modal.press('Save');
    await modal.text('Please choose a name').waitFor();
    expect(await modal.root.getByRole('alert').filter({ hasText: 'not saved' }).count()).toBe(0);
    await modal.field('Name').fill('Office');
    await modal.root.getByLabel(/basic@/).check();
    expect(await seriousFaults(one, '[role=dialog]')).toEqual([]);
    await modal.press('Save');
    await modal.gone();
    await two.getByRole('button', { name: 'Edit Office' }).waitFor();
    await two.getByText('1 person', { exact: true }).waitFor();
    await one.getByRole('button', { name: 'Delete Office' }).click();
    await two.getByRole('button', { name: 'Edit Office' }).waitFor({ state: 'hidden' });
    expect(await seriousFaults(one)).toEqual([]);
  });

  it('goes on with a group whose members were not saved, and keeps what was entered', async () => {
    await harness.window('basic');
    const page = await harness.window('admin');
    await page.goto('/users');
    await page.getByRole('button', { name: 'Add Group' }).click();
    const modal = new Modal(page, 'Add Group');
    await modal.field('Name').fill('Workshop');
    await modal.root.getByLabel(/basic@/).check();
    await modal.press('Close');
    await modal.press('Keep editing');
    const members = '**/api/commands/set-group-members*';
    await page.route(members, (route) => route.fulfill({ status: 503 }));
    await modal.press('Save');
    await modal.text('The group was not saved.').waitFor();
    await page.unroute(members);
    await modal.press('Save');
    await modal.gone();
    const groups = page.getByRole('list', { name: 'Groups' }).getByRole('listitem');
    await groups.filter({ hasText: 'Workshop' }).getByText('1 person', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await groups.filter({ hasText: 'Workshop' }).waitFor({ state: 'hidden' });
  });

  it('finds the members of a group among many, whom it keeps while others are looked for', async () => {
    for (const name of ['ada', 'bo', 'cleo', 'dot', 'eve', 'flo', 'gus', 'hal', 'ida']) {
      const email = `${name}.member@feusa.example`;
      await harness.api.command('register-user', { ...signIn, email });
    }
    const page = await harness.window('admin');
    await page.goto('/users');
    await page.getByRole('button', { name: 'Add Group' }).click();
    const modal = new Modal(page, 'Add Group');
    await modal.field('Name').fill('Drivers');
    const filter = modal.field('Filter by name or e-mail');
    const member = (name: string) => modal.root.getByLabel(`${name}.member@feusa.example`);
    await filter.fill('CLÉO.');
    await member('cleo').check();
    expect(await modal.root.getByRole('checkbox').count()).toBe(1);
    await filter.fill('zz');
    await modal.text('Nobody matches “zz”').waitFor();
    expect(await seriousFaults(page, '[role=dialog]')).toEqual([]);
    await filter.fill('gus.');
    await filter.press('Enter');
    await member('gus').check();
    await modal.press('Save');
    await modal.gone();
    const row = page.getByRole('list', { name: 'Groups' }).getByRole('listitem');
    await row.filter({ hasText: 'Drivers' }).getByText('2 people', { exact: true }).waitFor();
  });
});
