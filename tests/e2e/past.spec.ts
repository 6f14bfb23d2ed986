import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { seriousFaults } from './axe.js';
import { fitsSideways, hold, inBrowser } from './browser.js';
import { Harness } from './harness.js';

const PHONE = { viewport: { width: 390, height: 844 } };
let harness: Harness;
/** Where the log stood before things were changed. */
let before: number;
let folder: string;
const position = async () =>
  Number(((await harness.api.read('/api/errors')) as { position: string }).position);

const person = {
  firstName: 'Zoë',
  lastName: 'Kamińska',
  phoneNumber: '+48 600 100 200',
  email: 'zoe@feusa.example',
  role: 'Mechanic',
  location: 'Poznań',
  department: 'Workshop',
  manager: 'Maria Lopez',
};

/** A company of which much was different before. */
async function furnish() {
  const { api } = harness;
  const add = async (name: string, parentId: string | null) =>
    (await api.command('add-folder', { name, parentId })).id;
  folder = await add('Manuals', null);
  await add('Tractors', folder);
  const combines = await add('Combines', folder);
  const zoe = await api.command('add-employee', person);
  before = await position();
  await api.command('rename-folder', { id: combines, name: 'Harvesters' });
  await api.command('add-folder', { name: 'Balers', parentId: folder });
  const { folders } = (await api.read(`/api/folders/${folder}`)) as {
    folders: { id: string; name: string }[];
  };
  await api.command('remove-folder', { id: folders.find(({ name }) => name === 'Tractors')!.id });
  await api.command('update-employee', { id: zoe.id, version: 1, ...person, role: 'Foreman' });
}

const past = (page: Page) => page.getByRole('region', { name: 'The past' });
const opened = async (address: string, ...given: Parameters<Harness['window']>) => {
  const page = await harness.window(...given);
  await page.goto(address);
  await past(page).getByText('As it was on').waitFor();
  return page;
};

inBrowser('the past', () => {
  beforeAll(async () => {
    harness = await Harness.open();
    await furnish();
  });
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  it('shows a folder as it was, what has become of it, and nothing to change', async () => {
    const page = await opened(`/dashboard/${folder}?at=${before}`, 'admin');
    const tile = (name: string) => page.getByRole('gridcell').filter({ hasText: name });
    await tile('Combines').getByText('changed since').waitFor();
    await tile('Tractors').getByText('deleted since').waitFor();
    await tile('Balers').getByText('added since').waitFor();
    for (const name of ['Combines', 'Tractors'])
      await page.getByRole('link', { name, description: /empty/ }).waitFor();
    expect(await page.getByRole('button', { name: /Add Folder|Delete/ }).count()).toBe(0);
    await past(page).getByRole('button', { name: '3 changes since' }).click();
    await past(page).getByText('name: now Harvesters').waitFor();
    // A live change does not disturb what is on view.
    await harness.api.command('add-folder', { name: 'Sprayers', parentId: folder });
    await tile('Sprayers').getByText('added since').waitFor();
    await tile('Tractors').getByText('deleted since').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
  });

  it.each(['/dashboard', '/dashboard/employees', '/dashboard/employees/chart', '/users', '/trash'])(
    'says on %s that a moment is none, with the way back to now',
    async (path) => {
      const page = await harness.window('admin');
      await page.goto(`${path}?at=nonsense`);
      const main = page.getByRole('main');
      await main.getByRole('heading', { name: 'This moment is not known' }).waitFor();
      await main.getByText('The address names no position and no time.').waitFor();
      expect(await main.getByText(/was not here then|Try again/).count()).toBe(0);
      // Without a moment there is nowhere to go on from.
      const ways = past(page).getByRole('button', {
        name: /^(Event before|Next event|Play from here)$/,
      });
      for (const way of await ways.all()) expect(await way.isDisabled()).toBe(true);
      expect(await seriousFaults(page)).toEqual([]);
      await main.getByRole('button', { name: 'Back to now' }).click();
      await page.waitForURL(`**${path}`);
      await main.getByRole('heading', { name: 'This moment is not known' }).waitFor({
        state: 'detached',
      });
    },
  );

  it('steps from event to event, goes along to people, and is left by Escape', async () => {
    const page = await opened(`/dashboard/${folder}?at=${before}`, 'auditor');
    await past(page).getByRole('button', { name: 'Next event' }).click();
    await page.waitForURL(`**/*?at=${before + 1}`);
    await past(page).getByText('Folder renamed: Harvesters').waitFor();
    await page.keyboard.press('[');
    await page.waitForURL(`**/*?at=${before}`);
    await page.getByRole('link', { name: 'Employees' }).first().click();
    await page.waitForURL(`**/employees?at=${before}`);
    await page.getByText('changed since').waitFor();
    await page.getByRole('button', { name: 'Zoë Kamińska' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Mechanic', { exact: true }).waitFor();
    await dialog.getByText('role: now Foreman').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await past(page).waitFor({ state: 'detached' });
    await poll(() => new URL(page.url()).search).toBe('');
    await page.getByText('Foreman').first().waitFor();
  });

  it('is entered from the bar by auditors, with the users as they were, and by nobody else', async () => {
    const page = await harness.window('auditor');
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Go back in time' }).click();
    await page.getByRole('link', { name: 'Users' }).click();
    const slider = page.getByRole('slider', { name: 'Moment' });
    await slider.fill('1');
    await page.waitForURL('**/users?at=1');
    await page.getByRole('list', { name: 'Users' }).getByText('ada@feusa.example').waitFor();
    await page.getByText('added since').first().waitFor();
    const basic = await harness.window('basic');
    await basic.goto(`/dashboard/${folder}?at=${before}`);
    await basic.getByText('Harvesters').waitFor();
    expect(await past(basic).count()).toBe(0);
    expect(await basic.getByRole('button', { name: 'Go back in time' }).count()).toBe(0);
  });

  it('hears a key as soon as it is on the screen', async () => {
    const page = await harness.window('auditor');
    await page.addInitScript(`new MutationObserver((_changes, observer) => {
      if (!document.querySelector('[aria-label="The past"]')) return;
      observer.disconnect();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    }).observe(document, { childList: true, subtree: true })`);
    await page.goto(`/dashboard/${folder}?at=${before}`);
    await page.waitForURL(`**/dashboard/${folder}`);
    await past(page).waitFor({ state: 'detached' });
  });

  it('does not give the time of another moment to one whose event does not load', async () => {
    const page = await opened(`/dashboard/${folder}?at=${before}`, 'auditor');
    await past(page).getByText('Employee added: Zoë Kamińska').waitFor();
    const events = '**/api/audit/events?*';
    await page.route(events, (route) => route.fulfill({ status: 503, body: '' }));
    await past(page).getByRole('button', { name: 'Next event' }).click();
    await past(page).getByText('As it was on …').waitFor();
    await page.unroute(events);
    await past(page).getByText('Folder renamed: Harvesters').waitFor();
  });

  it('cannot be moved in while its length is not known', async () => {
    const page = await harness.window('auditor');
    const length = await hold(page, '**/api/errors');
    await page.goto(`/dashboard/${folder}?at=${before}`);
    const slider = page.getByRole('slider', { name: 'Moment' });
    await slider.waitFor();
    expect(await slider.isDisabled()).toBe(true);
    await page.keyboard.press('[');
    expect(new URL(page.url()).search).toBe(`?at=${before}`);
    length.release();
    await slider.fill('1');
    await page.waitForURL(`**/${folder}?at=1`);
  });

  it('lays no mark over the name of a folder', async () => {
    const name = 'Instructions in every language we have';
    const added = await harness.api.command('add-folder', { name, parentId: folder });
    await harness.api.command('rename-folder', { id: added.id, name: 'Instructions' });
    const page = await opened(`/dashboard/${folder}?at=${added.position}`, 'auditor', PHONE);
    const tile = page.getByRole('gridcell').filter({ hasText: name });
    const mark = (await tile.getByText('changed since').boundingBox())!;
    const text = (await tile.getByText(name).boundingBox())!;
    expect(mark.y + mark.height).toBeLessThanOrEqual(text.y + 2);
  });

  it.each(['light', 'dark'] as const)('fits a phone, %s', async (colorScheme) => {
    const page = await opened(`/dashboard/${folder}?at=${before}`, 'auditor', {
      ...PHONE,
      colorScheme,
    });
    await page.getByText('deleted since').waitFor();
    const { height = 0 } = (await past(page).boundingBox()) ?? {};
    expect(height).toBeLessThan(60);
    await past(page).getByRole('button', { name: 'Move in time' }).click();
    await past(page)
      .getByRole('button', { name: /changes? since$/ })
      .click();
    await past(page).getByRole('slider', { name: 'Moment' }).waitFor();
    await poll(() => fitsSideways(page)).toBe(true);
    expect(await seriousFaults(page)).toEqual([]);
    const shots = process.env['FEUSA_SHOTS'];
    if (shots) await page.screenshot({ path: `${shots}/past-390-${colorScheme}.png` });
    if (!shots) return;
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.screenshot({ path: `${shots}/past-1280-${colorScheme}.png` });
    await page.goto(`/dashboard/employees?at=${before}`);
    await page.getByText('changed since').waitFor();
    await page.screenshot({ path: `${shots}/people-1280-${colorScheme}.png` });
  });
});
