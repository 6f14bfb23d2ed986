import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import type { Page } from 'playwright-core';
import { seriousFaults } from './axe.js';
import { fitsSideways, inBrowser, inTurn } from './browser.js';
import { Files } from './pages/files.js';
import { Harness } from './harness.js';

let harness: Harness;
let manuals = '';
let tractors = '';
const widths = [390, 1280, 1920] as const;

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const linesOf = (page: Page, name: string) => section(page, name).getByRole('listitem');
const texts = (page: Page, name: string) => linesOf(page, name).allInnerTexts();
const addLink = (name: string) =>
  harness.api.command('add-link', { folderId: tractors, name, link: 'https://dealer.example/' });

inBrowser('the home', () => {
  beforeAll(async () => {
    harness = await Harness.open();
    const { api } = harness;
    manuals = (await api.command('add-folder', { name: 'Manuals', parentId: null })).id;
    tractors = (await api.command('add-folder', { name: 'Tractors', parentId: manuals })).id;
    await api.addFile(tractors, 'Plan.txt', Buffer.from('Plan'));
    await addLink('Dealers');
  });
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  it('is nothing but the folders while there is nothing of one’s own', async () => {
    const page = await harness.window('auditor');
    const files = new Files(page);
    await files.open();
    await files.folder('Manuals').waitFor();
    expect(await page.getByRole('main').getByRole('heading', { level: 2 }).count()).toBe(0);
  });

  it('has favourites, at once in another tab too, and what was opened last', async () => {
    const page = await harness.window('basic');
    const other = await page.context().newPage();
    const [files, there] = [new Files(page), new Files(other)];
    await there.open();
    await files.open();
    await files.enter('Manuals');
    await files.enter('Tractors');
    await files.menu('More for Plan.txt', 'Add to favourites');
    await page.getByRole('button', { name: 'Favourite', exact: true }).click();
    await poll(() => texts(other, 'Favourites')).toEqual([
      ...[expect.stringContaining('Tractors'), expect.stringContaining('Plan.txt')],
    ]);
    await files.open();
    await poll(() => texts(page, 'Last opened')).toEqual([expect.stringContaining('Tractors')]);
    await linesOf(page, 'Last opened').getByRole('link').click();
    await files.title('Tractors').waitFor();
    await harness.api.command('rename-folder', { id: tractors, name: 'All tractors' });
    await linesOf(other, 'Favourites').getByText('All tractors').first().waitFor();
    await files.title('All tractors').waitFor();
    await harness.api.command('rename-folder', { id: tractors, name: 'Tractors' });
    // The button stands beside the name, and moves with it.
    await files.title('Tractors').waitFor();
    await page.getByRole('button', { name: 'Favourite', exact: true }).click();
    await poll(() => linesOf(other, 'Favourites').count()).toBe(1);
    await section(other, 'Last opened').getByRole('button', { name: 'Clear' }).click();
    await poll(() => section(other, 'Last opened').count()).toBe(0);
  });

  it('has what was looked inside among what was opened last', async () => {
    const page = await harness.window('admin');
    const files = new Files(page);
    await files.open(tractors);
    await files.menu('More for Plan.txt', 'Preview');
    await files.modal('Plan.txt').button('Close').waitFor();
    await files.open();
    await poll(() => texts(page, 'Last opened')).toContainEqual(
      expect.stringContaining('Plan.txt'),
    );
  });

  it('is as it was clicked last, however late the first click comes to the server', async () => {
    const page = await harness.window('auditor');
    const files = new Files(page);
    await files.open(tractors);
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/me/stars/**', async (route) => {
      if (route.request().method() === 'PUT') await released;
      await route.continue();
    });
    const star = files.button('Favourite');
    const isStarred = () => star.getAttribute('aria-pressed');
    await star.click();
    await poll(isStarred).toBe('true');
    await star.click();
    await poll(isStarred).toBe('false');
    const answers = ['PUT', 'DELETE'].map((method) =>
      page.waitForResponse((answer) => answer.request().method() === method),
    );
    release();
    await Promise.all(answers);
    await page.reload();
    await files.title('Tractors').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await isStarred()).toBe('false');
  });

  it.each(inTurn(widths))('tells what is new in followed folders (%i px)', async (width) => {
    const page = await harness.window('basic', { viewport: { width, height: 900 } });
    const files = new Files(page);
    await files.follow(manuals);
    await files.open();
    const name = `Price list ${width}`;
    await addLink(name);
    await section(page, 'New in folders you follow').getByText(name).waitFor({ timeout: 60_000 });
    expect(await fitsSideways(page)).toBe(true);
    expect(await seriousFaults(page)).toEqual([]);
    await section(page, 'New in folders you follow')
      .getByRole('button', { name: 'Mark all as read' })
      .click();
    await poll(() => section(page, 'New in folders you follow').count()).toBe(0);
  });

  it('leaves out what has gone', async () => {
    const page = await harness.window('basic');
    const files = new Files(page);
    const { id } = await addLink('Going');
    await files.open(manuals, tractors);
    await files.menu('More for Going', 'Add to favourites');
    await files.open();
    await linesOf(page, 'Favourites').getByText('Going').waitFor();
    await harness.api.command('remove-link', { id });
    await poll(() => linesOf(page, 'Favourites').getByText('Going').count()).toBe(0);
  });
});
