import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { poll, waitFor } from '@feusa/testing/wait';
import { seriousFaults } from './axe.js';
import { fitsSideways, inBrowser, inTurn } from './browser.js';
import { Harness } from './harness.js';

let harness: Harness;
let folder = '';
const widths = [390, 1280] as const;
const open = async (path: string, width: number = 1280) => {
  const page = await harness.window('basic', { viewport: { width, height: 800 } });
  await page.goto(path);
  return page;
};

inBrowser('finding', () => {
  beforeAll(async () => {
    harness = await Harness.open();
    ({ id: folder } = await harness.api.command('add-folder', {
      name: 'Combines',
      parentId: null,
    }));
    const link = { folderId: folder, name: 'Combine dealer', link: 'https://dealer.example/' };
    await harness.api.command('add-link', link);
    const text = Buffer.from('Torque the <b>reel</b> bolts every week');
    await harness.api.addFile(folder, 'Weekly plan.txt', text);
    await waitFor(async () => {
      const headers = { cookie: harness.api.cookie };
      const answer = await fetch(`${harness.address}/api/find?q=torque`, { headers });
      if (!(await answer.text()).includes('<mark>')) throw new Error('not read yet');
    });
  });
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  it.each(inTurn(widths))(
    'shows text inside documents, with the words marked, at %i px',
    async (width) => {
      const page = await open('/find', width);
      await page.getByText('Find anything').waitFor();
      await page.getByLabel('Search for').fill('torq bolts');
      const row = page.getByRole('listitem').filter({ hasText: 'Weekly plan.txt' });
      await row.waitFor();
      await poll(() => row.locator('mark').allTextContents()).toEqual(['Torque', 'bolts']);
      await row.getByText('the <b>reel</b>').waitFor();
      expect(new URL(page.url()).searchParams.get('q')).toBe('torq bolts');
      expect(await page.evaluate('document.body.scrollWidth <= window.innerWidth')).toBe(true);
      expect(await seriousFaults(page)).toEqual([]);
      await row.getByRole('link').click();
      await page.waitForURL(new RegExp(`/dashboard/${folder}\\?detail=`));
    },
  );

  it('shows one kind, all of them again, and what words are missing', async () => {
    const page = await open('/find?q=combine');
    const rows = page.getByRole('list', { name: 'Results' }).getByRole('listitem');
    await poll(() => rows.count()).toBe(2);
    await page.getByRole('button', { name: /^Links/ }).click();
    await poll(() => rows.allTextContents()).toEqual([expect.stringContaining('Combine dealer')]);
    await page.getByRole('button', { name: /^Employees/ }).click();
    await page.getByText('No results of this kind').waitFor();
    await page.getByRole('button', { name: 'Show everything' }).click();
    await poll(() => rows.count()).toBe(2);
    await page.getByLabel('Search for').fill('who sells combine dealer');
    await poll(() => page.locator('s').allTextContents()).toEqual(['who', 'sells']);
    await page.getByLabel('Search for').fill('xyzzy');
    await page.getByText('No results for “xyzzy”').waitFor();
  });

  it('says that the folder to look in is not here, and looks everywhere instead', async () => {
    const page = await open(`/find?q=combine&in=${crypto.randomUUID()}`);
    await page.getByText('This folder is not here').waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Search everywhere' }).click();
    await page.getByRole('link', { name: 'Combines' }).waitFor();
    await page.goto('/find?q=combine&kind=no-kind');
    await page.getByRole('link', { name: 'Combines' }).waitFor();
  });

  it('follows what others change', async () => {
    const page = await open('/find?q=header');
    await page.getByText('No results for “header”').waitFor();
    await harness.api.command('add-folder', { name: 'Headers', parentId: folder });
    await page.getByRole('link', { name: 'Headers' }).waitFor();
  });

  it('moves nothing that somebody points at, until they ask for what has changed', async () => {
    const page = await open('/find?q=mower');
    await page.getByText('No results for “mower”').waitFor();
    const add = (name: string) =>
      harness.api.command('add-folder', { name, parentId: folder }).then(({ id }) => id);
    const last = await add('Mower parts');
    const link = page.getByRole('link', { name: 'Mower parts' });
    await link.hover();
    await add('Mower');
    const show = page.getByRole('button', { name: 'Show 1 change' });
    await show.waitFor();
    const rows = page.getByRole('list', { name: 'Results' }).getByRole('listitem');
    expect(await rows.count()).toBe(1);
    await harness.api.command('remove-folder', { id: last });
    // By the keyboard: a pointer that leaves the list for the button is enough to show them.
    await page.getByRole('button', { name: 'Show 2 changes' }).press('Enter');
    await page.getByRole('link', { name: 'Mower', exact: true }).waitFor();
    await link.waitFor({ state: 'hidden' });
  });

  it('shows what was changed lately', async () => {
    const page = await open('/find?q=combine');
    await page.getByLabel('Changed').selectOption('Past week');
    await page.waitForURL('/find?q=combine&when=week');
    await poll(() =>
      page.getByRole('list', { name: 'Results' }).getByRole('listitem').count(),
    ).toBe(2);
  });

  it.each(inTurn(widths))('by Ctrl+K and the keyboard alone, at %i px', async (width) => {
    const page = await open('/dashboard', width);
    await page.getByRole('heading', { name: 'Files' }).waitFor();
    await page.keyboard.press('Control+k');
    const box = page.getByRole('combobox', { name: /^Find a folder/ });
    await box.fill('torque');
    const option = page.getByRole('option', { name: /Weekly plan/ });
    await option.locator('mark').waitFor();
    await page
      .getByRole('group', { name: 'Show' })
      .getByRole('button', { name: /^Folders/ })
      .click();
    await option.waitFor({ state: 'hidden' });
    await box.focus();
    await page.getByRole('option', { name: /^All results for/ }).waitFor();
    await box.press('Enter');
    await page.waitForURL('/find?q=torque&kind=folder');
  });

  it('shows all kinds at once on a phone, on its screen and by Ctrl+K', async () => {
    const page = await open('/find?q=combine', 390);
    const kinds = page.getByRole('group', { name: 'Show' }).getByRole('button');
    const leave = () =>
      kinds.evaluateAll((all) =>
        all.filter((each) => each.getBoundingClientRect().right > 390 - 14).map(String),
      );
    await kinds.filter({ hasText: 'Employees' }).waitFor();
    expect(await kinds.count()).toBe(5);
    expect(await leave()).toEqual([]);
    await page.goto('/dashboard');
    await page.getByRole('heading', { name: 'Files' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^Find a folder/ }).fill('combine');
    await kinds.filter({ hasText: 'Employees' }).waitFor();
    expect(await leave()).toEqual([]);
    expect(await fitsSideways(page)).toBe(true);
  });

  it('says what went wrong, and tries again', async () => {
    const page = await harness.window('basic');
    await page.route('**/api/find?*', (route) => route.fulfill({ status: 422, body: '{}' }));
    await page.goto('/find?q=combine');
    await page.getByText('Search did not work').waitFor();
    await page.unroute('**/api/find?*');
    // What others change has the page ask by itself, too: then a button is gone before it is reached.
    const again = page.getByRole('button', { name: 'Try again' });
    await poll(async () => {
      await again.evaluateAll((all) => all.forEach((each) => each.click()));
      return page.getByRole('link', { name: 'Combines' }).count();
    }).toBe(1);
  });
});
