import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { seriousFaults } from './axe.js';
import { inBrowser, inTurn } from './browser.js';
import { openClient } from './client.js';
import { Entrance } from './pages/entrance.js';
import { Modal } from './pages/modal.js';
import { signIn } from './product.js';
import { Harness } from './harness.js';

const { email, password, teamPassword } = signIn;
let harness: Harness;

/** A window of the administrator, who has just signed in. */
const fresh = async (path: string, width = 1280) => {
  const page = await harness.window(undefined, { viewport: { width, height: 900 } });
  await page.goto('/');
  await new Entrance(page).signIn(teamPassword, email, password);
  await page.waitForURL('/dashboard');
  await page.goto(path);
  return page;
};

const isIn = async (cookie: string) =>
  (await fetch(`${harness.address}/api/session`, { headers: { cookie } })).ok;

inBrowser('an account', () => {
  beforeAll(async () => {
    harness = await Harness.open();
  });
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  it.each(inTurn([390, 1280]))(
    'is asked for its password before it gives power, at %i px',
    async (width) => {
      const other = `raised-${width}@feusa.example`;
      await harness.api.command('register-user', { ...signIn, email: other });
      const page = await fresh('/users', width);
      const role = page.getByLabel(`Role of ${other}`);
      const confirm = new Modal(page, 'Confirm it is you');

      await role.selectOption('auditor');
      await confirm.shown();
      expect(await seriousFaults(page, '[role=dialog]')).toEqual([]);
      await confirm.press('Cancel');
      await page.getByText('Enter your password again to go on').waitFor();
      await poll(() => role.inputValue()).toBe('basic');

      await role.selectOption('auditor');
      await confirm.field('Your password').fill('some wrong words');
      await page.keyboard.press('Enter');
      await confirm.text('Incorrect password; try again').waitFor();
      await confirm.field('Your password').fill(password);
      await page.keyboard.press('Enter');
      await page.getByText(`${other} is now auditor`).waitFor();
      await confirm.gone();

      await role.selectOption('basic');
      await page.getByText(`${other} is now basic`).waitFor();
    },
  );

  it.each(inTurn([390, 1280]))(
    'changes its password and signs others out, at %i px',
    async (width) => {
      const own = { ...signIn, email: `own-${width}@feusa.example` };
      await harness.api.command('register-user', own);
      const other = await openClient(harness.address, own);
      const page = await harness.window(undefined, { viewport: { width, height: 900 } });
      await page.goto('/');
      await new Entrance(page).signIn(teamPassword, own.email, password);
      await page.waitForURL('/dashboard');
      await page
        .getByRole('button', { name: width < 640 ? 'More' : own.email, exact: true })
        .click();
      await page.getByRole('menuitem', { name: 'Account' }).click();
      await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
      await page.getByText('this device').waitFor();
      expect(await seriousFaults(page)).toEqual([]);

      await page.getByRole('button', { name: 'Sign out all others' }).click();
      await page.getByText('All other sessions signed out').waitFor();
      await poll(() => isIn(other.cookie)).toBe(false);

      await page.getByLabel('Current password').fill('not this one');
      await page.getByLabel('New password').fill('quiet river meadow');
      await page.getByRole('button', { name: 'Change password' }).click();
      await page.getByText('Incorrect password; try again').waitFor();
      await page.getByLabel('Current password').fill(password);
      await page.getByRole('button', { name: 'Change password' }).click();
      await page.getByText('Password changed').waitFor();
      await openClient(harness.address, { ...own, password: 'quiet river meadow' });
    },
  );

  it('is suspended and let in again by an administrator', async () => {
    const own = { ...signIn, email: 'leaver@feusa.example' };
    await harness.api.command('register-user', own);
    const { cookie } = await openClient(harness.address, own);
    const page = await harness.window('admin');
    await page.goto('/users');
    await page.getByRole('button', { name: `Suspend ${own.email}` }).click();
    await page.getByText(`${own.email} suspended and signed out`).waitFor();
    await poll(() => isIn(cookie)).toBe(false);
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('button', { name: `Let ${own.email} sign in again` }).click();
    await page.getByText(`${own.email} can sign in again`).waitFor();
    await openClient(harness.address, own);
  });

  it('is asked before the log is downloaded, and the download begins', async () => {
    const page = await fresh('/log');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export the log' }).click();
    const confirm = new Modal(page, 'Confirm it is you');
    await confirm.field('Your password').fill(password);
    await confirm.press('Continue');
    expect((await download).suggestedFilename()).toBe('feusa-log.ndjson');
  });
});
