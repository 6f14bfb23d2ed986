import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import type { Page } from 'playwright-core';
import { seriousFaults } from './axe.js';
import { fitsSideways, inBrowser, inTurn } from './browser.js';
import { openClient } from './client.js';
import { Harness } from './harness.js';
import { signIn } from './product.js';

let harness: Harness;
/** Phones show the filters when somebody wants them. */
const unfold = (page: Page) => page.getByText('Filter', { exact: true }).click();

inBrowser('the access log', () => {
  beforeAll(async () => void (harness = await Harness.open()));
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  it('is shown to auditors, filtered, on a phone too', async () => {
    const page = await harness.window('auditor', { viewport: { width: 390, height: 800 } });
    await page.goto('/access-log');
    await page.getByText('signed in', { exact: false }).first().waitFor();
    await harness.api.command('add-group', { name: 'Payroll' });
    await page.getByRole('listitem').filter({ hasText: 'added the group Payroll' }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(390);
    const moment = new Date(Date.now() - 5000).toISOString();
    await page.request.get(`/api/folders?at=${moment}`);
    const looked = page.getByRole('listitem').filter({ hasText: 'as of ' });
    await looked.first().waitFor();
    expect(await looked.first().innerText()).not.toMatch(/\d{4}-\d\d-\d\dT/);
    await unfold(page);
    const fields = page.getByRole('search').locator('input, select');
    const widths = await fields.evaluateAll((all) => all.map((each) => each.clientWidth));
    expect(widths).toHaveLength(4);
    expect(new Set(widths).size).toBe(1);
    await page.getByLabel('What happened').selectOption({ label: 'Old entries deleted' });
    await page.getByText('No matching entries').waitFor();
    await poll(() => page.url()).toContain('kind=pruned');
    await page.getByRole('button', { name: 'Show all entries' }).click();
    await page.getByText('signed in', { exact: false }).first().waitFor();
  });

  it.each(inTurn([390, 1280]))(
    'names people as the directory does, as users do, at %i px',
    async (width) => {
      const email = `ida.${width}@feusa.example`;
      const name = `Ida Nuñez${width}`;
      await harness.api.command('add-employee', {
        ...{ firstName: 'Ida', lastName: `Nuñez${width}`, phoneNumber: '402 555 0100', email },
        ...{ role: 'Welder', location: 'Fargo', department: 'Service', manager: 'The board' },
      });
      await harness.api.command('register-user', { ...signIn, email });
      await openClient(harness.address, { ...signIn, email });
      const page = await harness.window('admin', { viewport: { width, height: 800 } });
      await page.goto('/access-log');
      const items = page.getByRole('main').getByRole('listitem');
      await items.filter({ hasText: `${name} ${email} signed in` }).waitFor();
      await items.filter({ hasText: `made an account for ${name}` }).waitFor();
      await page.goto('/users');
      await items.filter({ hasText: name }).filter({ hasText: email }).waitFor();
      await page.getByRole('button', { name: 'Add Group' }).click();
      await page.getByRole('checkbox', { name: `${name} ${email}` }).check();
      expect(await seriousFaults(page)).toEqual([]);
      expect(await fitsSideways(page)).toBe(true);
    },
  );

  it.each(inTurn([390, 1280]))('is filtered by document and by time, at %i px', async (width) => {
    const folder = (await harness.api.command('add-folder', { name: 'Lists', parentId: null })).id;
    const name = `Prices ${width}.txt`;
    const { id } = await harness.api.addFile(folder, name, Buffer.from(`Prices, ${width}`));
    const page = await harness.window('auditor', { viewport: { width, height: 800 } });
    await page.request.get(`/files/${id}`);
    await page.goto(`/dashboard/${folder}?detail=${id}`);
    await page.getByRole('link', { name: 'Who opened it: access log' }).click();
    await page.getByRole('button', { name: /remove this filter$/ }).waitFor();
    const items = page.getByRole('main').getByRole('listitem');
    await items.filter({ hasText: `downloaded ${name}` }).waitFor();
    await page.request.get(`/api/folders/${folder}/archive`);
    await items.filter({ hasText: `downloaded ${name} from Lists` }).waitFor();
    expect(await items.filter({ hasNotText: name }).count()).toBe(0);
    expect(await page.getByText(`Document: ${name}`).count()).toBe(1);
    expect(await seriousFaults(page)).toEqual([]);
    expect(await fitsSideways(page)).toBe(true);
    if (width === 390) await unfold(page);
    await page.getByLabel('From', { exact: true }).fill('2999-01-01T00:00');
    await page.getByText('No matching entries').waitFor();
    await page.getByLabel('From', { exact: true }).fill('2001-01-01T00:00');
    await items.filter({ hasText: `downloaded ${name} from Lists` }).waitFor();
    await page.getByRole('button', { name: /remove this filter$/ }).click();
    await items.filter({ hasText: 'signed in' }).first().waitFor();
    await items.getByRole('button', { name }).first().click();
    await poll(() => page.url()).toContain(`file=${id}`);
    await items.filter({ hasText: 'signed in' }).first().waitFor({ state: 'hidden' });
  });

  it('says of a document that there is none, and why it is not read, with the way to all entries', async () => {
    const page = await harness.window('auditor', { viewport: { width: 1280, height: 800 } });
    for (const [query, words] of [
      ['file=nonsense', 'There is no such document'],
      ['from=2027-01-01T00:00&to=2020-01-01T00:00', 'The start lies behind the end'],
    ] as const) {
      await page.goto(`/access-log?${query}`);
      await page.getByRole('heading', { name: words }).waitFor();
      expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
      await page.getByRole('button', { name: 'Show all entries' }).click();
      await page.getByText('signed in', { exact: false }).first().waitFor();
    }
    // What was there before does not stay as if it were the answer.
    await page.getByLabel('To', { exact: true }).fill('2020-01-01T00:00');
    await page.getByLabel('From', { exact: true }).fill('2027-01-01T00:00');
    await page.getByRole('heading', { name: 'The start lies behind the end' }).waitFor();
    expect(await page.getByRole('main').getByRole('listitem').count()).toBe(0);
  });

  it('is verified, says how long it is kept, and where it was changed', async () => {
    const page = await harness.window('auditor', { viewport: { width: 390, height: 800 } });
    await page.goto('/access-log');
    await page.getByText('Entries are kept for 90 days.').waitFor();
    const verify = page.getByRole('button', { name: 'Verify the access log' });
    await verify.click();
    await page.getByText('Access log verified: no changes found').waitFor();
    await page.getByText(/^All \d+ entries are as they were written\.$/).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    expect(await fitsSideways(page)).toBe(true);
    const verdict = { ok: false, position: '7', reason: 'missing' };
    await page.route('**/api/access-log/verify', (route) => route.fulfill({ json: verdict }));
    await verify.click();
    await page.getByText('The access log has been changed').waitFor();
    await page.getByText('Entry 7 is missing.').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
  });
});
