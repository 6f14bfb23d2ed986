import { readFile } from 'node:fs/promises';
import { codeOf } from '@feusa/testing/codes';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { seriousFaults } from './axe.js';
import { inBrowser, inTurn } from './browser.js';
import { Entrance } from './pages/entrance.js';
import { Modal } from './pages/modal.js';
import { signIn } from './product.js';
import { Harness } from './harness.js';

const { password, teamPassword } = signIn;
let harness: Harness;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const code = (page: Page) => page.getByLabel('Code', { exact: true });

async function windowAt(width: number) {
  const page = await harness.window(undefined, { viewport: { width, height: 900 } });
  await page.goto('/');
  return page;
}

/** Sets an app up on the screen that is open; answers with its secret and the recovery codes. */
async function setUp(page: Page) {
  await button(page, 'Set up an authenticator app').click();
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  const key = page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
  const secret = ((await key.textContent()) ?? '').replaceAll(' ', '');
  await code(page).fill('123');
  await button(page, 'Confirm').click();
  await page.getByText('Incorrect code; try again').waitFor();
  await code(page).fill(codeOf(secret, -1));
  await button(page, 'Confirm').click();
  const list = page.getByRole('list', { name: 'Recovery codes' });
  await list.waitFor();
  const codes = await list.getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  expect(await seriousFaults(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await button(page, 'Download').click();
  expect(await readFile(await (await download).path(), 'utf8')).toBe(`${codes.join('\n')}\n`);
  await button(page, 'I have kept them').click();
  return { secret, codes };
}

inBrowser('a second factor', () => {
  afterEach(() => harness.closeWindows());

  describe('of whoever wants one', () => {
    beforeAll(async () => {
      harness = await Harness.open();
    });
    afterAll(() => harness.close());

    it.each(inTurn([390, 1280]))('is set up, asked for, and removed, at %i px', async (width) => {
      const own = { ...signIn, email: `second-${width}@feusa.example` };
      await harness.api.command('register-user', own);
      const page = await windowAt(width);
      const entrance = new Entrance(page);
      await entrance.signIn(teamPassword, own.email, password);
      await page.waitForURL('/dashboard');
      await page.goto('/account');
      const { secret, codes } = await setUp(page);
      await page.getByText('10 of 10 left').waitFor();

      const again = await windowAt(width);
      const other = new Entrance(again);
      await other.signIn(teamPassword, own.email, password);
      await again.getByRole('heading', { name: 'One more step' }).waitFor();
      expect(await seriousFaults(again)).toEqual([]);
      await code(again).fill('000 000');
      await other.button('Login').click();
      await again.getByText('Incorrect code; try again').waitFor();
      await code(again).fill(codeOf(secret));
      await again.keyboard.press('Enter');
      await again.waitForURL('/dashboard');

      await again.goto('/account');
      await button(again, 'Remove').click();
      await new Modal(again, 'Remove authenticator app').press('Remove');
      const confirm = new Modal(again, 'Confirm it is you');
      await confirm.field('Your password').fill(password);
      await again.keyboard.press('Enter');
      await code(again).fill(codes[0]!);
      expect(await seriousFaults(again, '[role=dialog]')).toEqual([]);
      await again.keyboard.press('Enter');
      await again.getByText('Authenticator app removed').waitFor();
      await button(again, 'Set up an authenticator app').waitFor();
    });

    it('that is lost is taken away by an administrator', async () => {
      const own = { ...signIn, email: 'lost@feusa.example' };
      await harness.api.command('register-user', own);
      const theirs = await windowAt(1280);
      await new Entrance(theirs).signIn(teamPassword, own.email, password);
      await theirs.waitForURL('/dashboard');
      await theirs.goto('/account');
      await setUp(theirs);

      const page = await harness.window('admin');
      await page.goto('/users');
      await button(page, `Remove the second factor of ${own.email}`).click();
      await new Modal(page, 'Remove second factor').press('Remove');
      await page.getByText(`Second factor of ${own.email} removed`).waitFor();
      const again = await windowAt(1280);
      await new Entrance(again).signIn(teamPassword, own.email, password);
      await again.waitForURL('/dashboard');
    });
  });

  describe('that is required', () => {
    beforeAll(async () => {
      harness = await Harness.open({ FEUSA_REQUIRE_SECOND_FACTOR: 'admins' });
    });
    afterAll(() => harness.close());

    it.each(inTurn([390, 1280]))('comes before everything else, at %i px', async (width) => {
      const page = await windowAt(width);
      await new Entrance(page).signIn(teamPassword, signIn.email, password);
      if (width === 390) {
        await page.getByText('Set up a second factor to go on').waitFor();
        expect(await seriousFaults(page)).toEqual([]);
        await page.goto('/users');
        await page.getByText('Set up a second factor to go on').waitFor();
        await button(page, 'Logout').click();
        await button(page, 'Login').waitFor();
        return;
      }
      await setUp(page);
      await page.getByRole('link', { name: 'Users' }).click();
      await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor();
    });
  });
});
