import { findEmbeddedPostgres } from '@feusa/platform/embedded-postgres/find';
import { openPool } from '@feusa/platform/postgres/pool';
import type { Page } from 'playwright-core';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { seriousFaults } from './axe.js';
import { fitsSideways, inBrowser } from './browser.js';
import { Files } from './pages/files.js';
import { Operations } from './pages/operations.js';
import { Harness, type Role } from './harness.js';

let harness: Harness;
let owner: ReturnType<typeof openPool>;
const soon = { timeout: 40_000 };

/** The database refuses folders with this name, until it is mended. */
const refuse = (name: string) =>
  owner.query(`create function read.refuse() returns trigger language plpgsql as $$
      begin raise exception 'cannot take it' using errcode = '22023'; end $$;
    create trigger refuse before insert or update on read.folders for each row
      when (new.name = '${name}') execute function read.refuse()`);
const mend = () => owner.query('drop function if exists read.refuse() cascade');

/** Has everything tried again, until nothing is blocked. */
async function letAllFlow(): Promise<void> {
  await owner.query(`update parking.letters set due_at = now(), allowed = redrives + 1,
    discarded_at = null, claimed_until = null`);
  const left = async () => (await owner.query('select from parking.letters')).rowCount;
  await poll(left, soon).toBe(0);
}

/** A folder that stops at its renaming. */
async function stopFolder(): Promise<string> {
  const { id } = await harness.api.command('add-folder', { name: 'Balers', parentId: null });
  await harness.api.read('/api/folders');
  await refuse('Round balers');
  await harness.api.command('rename-folder', { id, name: 'Round balers' });
  return id;
}
const operations = async (role: Role = 'admin', options = {}) => {
  const screen = new Operations(await harness.window(role, options));
  await screen.open();
  return screen;
};

inBrowser('the operations', () => {
  beforeAll(async () => {
    harness = await Harness.open();
    const url = await findEmbeddedPostgres(join(harness.dataDir, 'postgres'));
    owner = openPool({ url: url ?? '', max: 1, name: 'test' });
  });
  afterEach(async () => {
    await mend();
    await letAllFlow();
    await harness.closeWindows();
  });
  afterAll(async () => {
    await owner.end();
    await harness.close();
  });

  it('are a place of administrators', async () => {
    const admin = await harness.window('admin');
    await admin.goto('/dashboard');
    await admin.getByRole('link', { name: 'Operations' }).click();
    await admin.getByRole('heading', { name: 'Operations' }).waitFor();
    const auditor = await harness.window('auditor');
    await auditor.goto('/operations');
    await auditor.getByText('You don’t have access to this page').waitFor();
    expect(await auditor.getByRole('link', { name: 'Operations' }).count()).toBe(0);
  });

  it('say where TLS is missing', async () => {
    const away = harness.address.replace(/\/\/[^:]+/, '//intranet.test');
    const page = await harness.window(undefined, { baseURL: away });
    const [name = '', value = ''] = harness.api.cookie.split('=');
    await page.context().addCookies([{ name, value, url: away, httpOnly: true }]);
    const screen = new Operations(page);
    await screen.open();
    await page.getByText('over plain HTTP').waitFor();
    const files = new Files(page);
    await files.open();
    await files.addFolder('Written over plain HTTP');
    const here = await operations();
    expect(await here.page.getByText('over plain HTTP').count()).toBe(0);
  });

  it('show that all is well', async () => {
    const screen = await operations();
    await screen.page.getByText('Nothing blocked').waitFor();
    const texts = () => screen.parts.allInnerTexts();
    await poll(texts, soon).toEqual([
      expect.stringMatching(/^Database\s+Healthy/),
      expect.stringMatching(/^Uploads\s+Healthy/),
      expect.stringMatching(/^Changes\s+Healthy/),
      expect.stringMatching(/^Log\s+Healthy/),
      expect.stringMatching(/^Read model\s+Healthy, up to date/),
      expect.stringMatching(/^History\s+Healthy, up to date/),
      expect.stringMatching(/^Search index\s+Healthy, up to date/),
    ]);
  });

  it('show by themselves what waits; a redrive is asked for, fails, and works once it is mended', async () => {
    const screen = await operations();
    const files = new Files(await harness.window('basic'));
    await files.open();
    const id = await stopFolder();
    await poll(() => screen.letters.count(), soon).toBe(1);
    await screen.page.getByText('1 item blocked').waitFor();
    await poll(() => screen.letters.innerText()).toMatch(/Folder renamed\s+Blocked/);
    await files.folder('Balers').waitFor();

    await screen.press('Retry');
    await screen.modal('Retry').press('Cancel');
    await screen.modal('Retry').gone();
    await screen.press('Retry');
    await screen.modal('Retry').press('Retry');
    await screen.modal('Retry').gone();
    await screen.done.filter({ hasText: 'which failed' }).waitFor(soon);
    await mend();
    await screen.press('Retry');
    await screen.modal('Retry').press('Retry');
    await screen.page.getByText('Nothing blocked').waitFor(soon);
    await files.folder('Round balers').waitFor();
    await poll(() => screen.done.first().innerText()).toContain(
      `ada@feusa.example retried folder-${id}, which worked`,
    );
  });

  it('let a change be discarded for a reason, and retried', async () => {
    const screen = await operations();
    await stopFolder();
    await poll(() => screen.letters.count(), soon).toBe(1);
    await screen.press('Discard');
    const modal = screen.modal('Discard');
    await modal.press('Discard');
    await modal.text('Required').waitFor();
    await modal.field('Reason').fill('Made for a test');
    await modal.press('Discard');
    await modal.gone();
    await screen.page.getByText('Nothing blocked').waitFor();
    await screen.done.filter({ hasText: 'Made for a test' }).waitFor();
    await screen.page.getByText('1 item discarded').click();
    await mend();
    await screen.press('Retry');
    await screen.modal('Retry').press('Retry');
    await poll(() => screen.page.getByText('discarded', { exact: true }).count(), soon).toBe(0);
  });

  it('are worked by keyboard; the open one has its own address', async () => {
    const screen = await operations();
    const { page } = screen;
    await stopFolder();
    await poll(() => screen.letters.count(), soon).toBe(1);
    const open = page.getByRole('button', { name: 'Folder renamed' });
    await open.focus();
    await page.keyboard.press('Enter');
    await screen.modal('Folder renamed').shown();
    expect(page.url()).toMatch(/\?letter=\d+$/);
    await screen.modal().text('The database refused the data: SQL 22023').waitFor();
    await page.keyboard.press('Escape');
    await screen.modal('Folder renamed').gone();
    await poll(() => open.evaluate('document.activeElement.textContent')).toBe('Folder renamed');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await screen.modal('Retry').shown();
    await page.keyboard.press('Escape');
    await screen.modal('Retry').gone();
  });

  it('say so where they did not load, and that they may be old', async () => {
    const page = await harness.window('admin');
    const answer = { status: 500, json: { detail: 'Not today', status: 500 } };
    await page.route('**/api/operations', (route) => route.abort());
    await page.goto('/operations');
    await page.getByText('Operations did not load').waitFor();
    await page.unroute('**/api/operations');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Parts' }).waitFor();
    await page.route('**/api/operations', (route) => route.fulfill({ ...answer, status: 503 }));
    await page.getByText('This may be out of date').waitFor(soon);
    await page.getByText('Not today').waitFor();
    expect(await page.getByRole('heading', { name: 'Parts' }).count()).toBe(1);
    await page.unroute('**/api/operations');
    await page.getByText('This may be out of date').waitFor({ state: 'hidden', ...soon });
  });

  it.each([390, 1280])('are readable for everybody at %i px, light and dark', async (width) => {
    await stopFolder();
    const screen = await operations('admin', { viewport: { width, height: 900 } });
    await poll(() => screen.letters.count(), soon).toBe(1);
    await look(screen.page, `operations-${width}`);
    await screen.press('Discard');
    await screen.modal('Discard').shown();
    await look(screen.page, `operations-discard-${width}`);
    await screen.modal('Discard').press('Cancel');
    await screen.page.getByRole('button', { name: 'Folder renamed' }).click();
    await screen.modal('Folder renamed').shown();
    await look(screen.page, `operations-letter-${width}`);
  });
});

/** With OPERATIONS_PICTURES set to a directory, what it looks like is kept there. */
async function look(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const dir = process.env.OPERATIONS_PICTURES;
    if (dir) await page.screenshot({ path: join(dir, `${name}-${colorScheme}.png`) });
    expect([colorScheme, await seriousFaults(page)]).toEqual([colorScheme, []]);
  }
  await poll(() => fitsSideways(page)).toBe(true);
}
