import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import type { Page } from 'playwright-core';
import { seriousFaults } from './axe.js';
import { inBrowser } from './browser.js';
import { Harness } from './harness.js';

let harness: Harness;
const ids: Record<string, string> = {};

const bodyOf = (firstName: string, manager: string, more: object = {}) => ({
  ...{ firstName, lastName: 'Doe', phoneNumber: '402 555 0100', role: `Role of ${firstName}` },
  ...{ email: `${firstName}@feusa.example`, location: 'Fargo', department: 'Service', manager },
  ...more,
});
const add = async (firstName: string, manager: string, more: object = {}) => {
  const { id } = await harness.api.command('add-employee', bodyOf(firstName, manager, more));
  ids[firstName] = id;
};
const open = async (options: object = {}) => {
  const page = await harness.window('basic', options);
  await page.goto('/dashboard/employees/chart');
  await page.getByRole('tree').waitFor();
  return page;
};
const person = (page: Page, name: string) =>
  page.getByRole('treeitem', { name: new RegExp(`^${name} Doe,`) });
const focused = (page: Page) =>
  page.evaluate<string>("document.activeElement?.getAttribute('aria-label')?.split(',')[0]");

inBrowser('the org chart', () => {
  beforeAll(async () => {
    harness = await Harness.open();
    await add('Ann', 'Ann Doe');
    await add('Ben', 'Ann Doe');
    await add('Cas', 'Ben Doe');
    await add('Dan', 'The board');
    await add('Eve', 'Fay Doe');
    await add('Fay', 'Eve Doe');
  });
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  it('shows who reports to whom, loops, and whose manager is not known', async () => {
    const page = await open();
    expect(await person(page, 'Ann').getAttribute('aria-level')).toBe('1');
    expect(await person(page, 'Cas').getAttribute('aria-level')).toBe('3');
    expect(await person(page, 'Dan').innerText()).toContain('Not in the directory: The board');
    expect(await person(page, 'Eve').innerText()).toContain('In a loop');
    await page.getByText('6 people, 1 loop, 1 whose manager is not in the directory').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
  });

  it('is walked by the keyboard as every tree is, and opens the person', async () => {
    const page = await open();
    await person(page, 'Ann').focus();
    await page.keyboard.press('ArrowDown');
    await poll(() => focused(page)).toBe('Ben Doe');
    await page.keyboard.press('ArrowLeft');
    await person(page, 'Cas').waitFor({ state: 'hidden' });
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await poll(() => focused(page)).toBe('Cas Doe');
    await page.keyboard.press('ArrowLeft');
    await poll(() => focused(page)).toBe('Ben Doe');
    await page.keyboard.press('End');
    await page.keyboard.press('Home');
    await poll(() => focused(page)).toBe('Ann Doe');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('heading', { name: 'Ann Doe' }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Ben Doe' }).waitFor();
  });

  it('finds people, also where their manager is closed, and is made larger and smaller', async () => {
    const page = await open();
    await person(page, 'Ben').getByText('1', { exact: true }).click();
    await person(page, 'Cas').waitFor({ state: 'hidden' });
    await page.getByLabel('Find in the org chart').fill('role cas');
    await page.getByRole('search').getByText('1', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await poll(() => focused(page)).toBe('Cas Doe');
    await page.getByText('100 %').waitFor();
    await page.getByRole('button', { name: 'Larger' }).click();
    await page.getByText('125 %').waitFor();
    await page.getByRole('button', { name: 'Smaller' }).click();
    await page.getByText('100 %').waitFor();
  });

  it('changes as others change it, and shows as it was', async () => {
    const page = await open();
    const { position } = await harness.api.command('add-employee', bodyOf('Gil', 'Cas Doe'));
    await person(page, 'Cas').getByText('1', { exact: true }).waitFor();
    const auditor = await harness.window('auditor');
    await auditor.goto(`/dashboard/employees/chart?at=${Number(position) - 1}`);
    await person(auditor, 'Cas').waitFor();
    expect(await person(auditor, 'Cas').getAttribute('aria-expanded')).toBeNull();
    expect(await person(auditor, 'Gil').count()).toBe(0);
  });

  it('fits a phone, and paper', async () => {
    const page = await open({ viewport: { width: 390, height: 780 } });
    await person(page, 'Ann').waitFor();
    const wide = 'document.documentElement.scrollWidth <= innerWidth';
    expect(await page.evaluate(wide)).toBe(true);
    await page.getByText(/^[5-9]\d %$/).waitFor();
    const isInView = async () => {
      const { x, y, width, height } = (await person(page, 'Ann').boundingBox())!;
      return x >= 0 && y >= 0 && x + width <= 390 && y + height <= 780;
    };
    await poll(isInView).toBe(true);
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    await page.emulateMedia({ media: 'print' });
    const lines = page.locator('[data-outline] li');
    await poll(() => lines.first().innerText()).toContain('Ann Doe Role of Ann');
    expect(await page.locator('[data-chart]').isVisible()).toBe(false);
  });

  it('leads on from a person to each of their reports, which stand apart', async () => {
    for (const name of ['Gus', 'Hal']) await add(name, 'Dan Doe');
    const page = await harness.window('basic', { viewport: { width: 390, height: 844 } });
    await page.goto(`/dashboard/employees?person=${ids['Dan']}`);
    const reports = page.getByRole('dialog').getByRole('listitem');
    await poll(() => reports.allInnerTexts()).toEqual(['Gus Doe', 'Hal Doe']);
    const [gus, hal] = await Promise.all(
      ['Gus Doe', 'Hal Doe'].map((name) => page.getByRole('button', { name }).boundingBox()),
    );
    expect(hal!.x - (gus!.x + gus!.width)).toBeGreaterThanOrEqual(8);
    expect(Math.min(gus!.height, hal!.height)).toBeGreaterThanOrEqual(44);
    await page.getByRole('button', { name: 'Hal Doe' }).click();
    await page.getByRole('dialog').getByRole('heading', { name: 'Hal Doe' }).waitFor();
  });
});
