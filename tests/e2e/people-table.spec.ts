import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import type { Page } from 'playwright-core';
import { seriousFaults } from './axe.js';
import { inBrowser } from './browser.js';
import { People } from './pages/people.js';
import { Harness, type Role } from './harness.js';

let harness: Harness;
const ids: Record<string, string> = {};
const bodyOf = (firstName: string, role: string, more: object = {}) => ({
  ...{ firstName, lastName: 'Doe', phoneNumber: '402 555 0100', role, manager: 'The board' },
  ...{ email: `${firstName}@feusa.example`, location: 'Fargo', department: 'Service' },
  ...more,
});
const add = async (firstName: string, role: string, more: object = {}) => {
  ids[firstName] = (await harness.api.command('add-employee', bodyOf(firstName, role, more))).id;
};
const open = async (role: Role = 'admin', options: object = {}) => {
  const screen = new People(await harness.window(role, options));
  await screen.open();
  await screen.page.getByRole('button', { name: 'Table', exact: true }).click();
  await screen.page.getByRole('grid').waitFor();
  return screen;
};
const names = (page: Page) => page.locator('[role=gridcell][data-column=name]').allInnerTexts();
const roles = (page: Page) => page.locator('[role=gridcell][data-column=role]').allInnerTexts();
const cell = (page: Page) =>
  page.evaluate<string>("document.activeElement?.innerText || document.activeElement?.id || ''");
const select = (page: Page, name: string) =>
  page.getByRole('row', { name }).getByRole('gridcell').first().click();

inBrowser('the table of people', () => {
  beforeAll(async () => {
    harness = await Harness.open();
    await add('Ann', 'Welder');
    await add('Ben', 'Driver');
    await add('Cas', 'Mechanic', { location: 'Omaha' });
  });
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  it('is sorted by its heads, has the columns that are chosen, and is there again', async () => {
    const { page } = await open();
    await poll(() => names(page)).toEqual(['Ann Doe', 'Ben Doe', 'Cas Doe']);
    const head = page.getByRole('columnheader', { name: 'Role' });
    await head.click();
    await poll(() => roles(page)).toEqual(['Driver', 'Mechanic', 'Welder']);
    expect(await head.getAttribute('aria-sort')).toBe('ascending');
    await head.click();
    await poll(() => roles(page)).toEqual(['Welder', 'Mechanic', 'Driver']);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByLabel('Mobile').uncheck();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('columnheader', { name: 'Mobile' }).waitFor({ state: 'detached' });
    expect(await seriousFaults(page)).toEqual([]);
    await page.reload();
    await poll(() => roles(page)).toEqual(['Welder', 'Mechanic', 'Driver']);
    expect(await page.getByRole('columnheader', { name: 'Mobile' }).count()).toBe(0);
  });

  it('is walked by the keyboard, which opens people', async () => {
    const { page } = await open('basic');
    await page.getByRole('gridcell', { name: 'Ann Doe', exact: true }).focus();
    await page.keyboard.press('ArrowDown');
    await poll(() => cell(page)).toBe('Ben Doe');
    await page.keyboard.press('ArrowRight');
    await poll(() => cell(page)).toBe('Driver');
    await page.keyboard.press('End');
    await poll(() => cell(page)).toBe('The board');
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowRight');
    await poll(() => cell(page)).toBe('Ann Doe');
    await page.keyboard.press('ArrowUp');
    await poll(() => cell(page)).toBe('Name');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await poll(() => names(page)).toEqual(['Cas Doe', 'Ben Doe', 'Ann Doe']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('heading', { name: 'Cas Doe' }).waitFor();
  });

  it('changes a column of those who are selected as one, and says what became of each', async () => {
    const { page } = await open();
    await select(page, 'Ann Doe');
    await select(page, 'Ben Doe');
    await page.getByText('2 people selected').waitFor();
    expect(await page.getByRole('button', { name: 'Edit a column' }).isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Edit a column' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Column').selectOption('Location');
    await dialog.getByRole('button', { name: 'Change 2 people' }).click();
    await dialog.getByText('Enter what all of them get').waitFor();
    await dialog.getByLabel('New value').fill('Omaha');
    await dialog.getByText('2 people will change.').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Change 2 people' }).click();
    await page.getByText('Location of 2 people changed').waitFor();
    const places = page.locator('[role=gridcell][data-column=location]');
    await poll(() => places.allInnerTexts()).toEqual(['Omaha', 'Omaha', 'Omaha']);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await poll(() => places.allInnerTexts()).toEqual(['Fargo', 'Fargo', 'Omaha']);
  });

  it('tells who could not be changed, and why', async () => {
    const { page } = await open();
    await page.route('**/api/commands/update-employee', (route) =>
      (route.request().postData() ?? '').includes(ids['Ben'] ?? '-')
        ? route.fulfill({ status: 409, json: { code: 'employee/changed', detail: 'Was changed' } })
        : route.continue(),
    );
    await page.getByRole('columnheader', { name: 'Select all' }).click();
    await page.getByRole('button', { name: 'Edit a column' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('New value').fill('Mechanic');
    await dialog.getByText('2 people will change, 1 already have this.').waitFor();
    await dialog.getByRole('button', { name: 'Change 2 people' }).click();
    const outcomes = dialog.getByRole('list', { name: 'What became of each' }).locator('li');
    await poll(() => outcomes.allInnerTexts()).toEqual([
      expect.stringMatching(/Ben Doe\s+Was changed/),
      expect.stringMatching(/Ann Doe\s+Changed/),
      expect.stringMatching(/Cas Doe\s+Already had this/),
    ]);
    await page.unroute('**/api/commands/update-employee');
    await dialog.getByRole('button', { name: 'Try again with 1' }).click();
    await dialog.waitFor({ state: 'detached' });
    await poll(() => roles(page)).toEqual(['Mechanic', 'Mechanic', 'Mechanic']);
  });

  it('saves and prints those who are selected', async () => {
    const { page } = await open('basic');
    await select(page, 'Cas Doe');
    expect(await page.getByRole('button', { name: 'Edit a column' }).count()).toBe(0);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV', exact: true }).click(),
    ]);
    const text = await readFile(await download.path(), 'utf8');
    expect(text.split('\r\n').map((line) => line.split(',')[0])).toEqual([
      '\ufefffirstName',
      'Cas',
      '',
    ]);
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    const printed = page.locator('table tbody tr');
    await poll(() => printed.count()).toBe(1);
  });

  it('fits a phone', async () => {
    const { page } = await open('basic', { viewport: { width: 390, height: 780 } });
    const wide = 'document.documentElement.scrollWidth <= innerWidth';
    await poll(() => names(page)).toHaveLength(3);
    expect(await page.evaluate(wide)).toBe(true);
    expect(await seriousFaults(page)).toEqual([]);
  });
});
