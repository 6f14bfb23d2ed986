import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { seriousFaults } from './axe.js';
import { fitsSideways, inBrowser, inTurn } from './browser.js';
import { addFingerprintReader, type FingerprintReader } from './fingerprint-reader.js';
import { Entrance } from './pages/entrance.js';
import { Modal } from './pages/modal.js';
import { signIn } from './product.js';
import { Harness } from './harness.js';

const { password, teamPassword } = signIn;
let harness: Harness;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

interface Device extends FingerprintReader {
  readonly page: Page;
}

/** A window with a device in it that has a fingerprint reader, at an address with a name. */
async function deviceAt(width: number): Promise<Device> {
  const page = await harness.window(undefined, {
    viewport: { width, height: 900 },
    baseURL: harness.address.replace('127.0.0.1', 'localhost'),
    ...(width === 390 && { colorScheme: 'dark' as const }),
  });
  const reader = await addFingerprintReader(page);
  await page.goto('/');
  return { page, ...reader };
}

const enter = (page: Page, email: string) =>
  new Entrance(page).signIn(teamPassword, email, password);

async function enterAgain(page: Page, email: string) {
  // A screen that notices that its session has ended would be the one to come back to.
  await page.goto('about:blank');
  await page.context().clearCookies({ name: 'feusa_session' });
  await page.goto('/');
  await enter(page, email);
  await page.getByRole('heading', { name: 'One more step' }).waitFor();
}

/** Adds one by the keyboard; answers with the recovery codes. */
async function addFirst(page: Page, name: string): Promise<string[]> {
  await page.goto('/account');
  await button(page, 'Add a passkey').press('Enter');
  const dialog = new Modal(page, 'Add a passkey');
  await dialog.shown();
  await page.keyboard.press('Enter');
  await dialog.text('Please choose a name').waitFor();
  await dialog.field('Name').fill(name);
  expect(await seriousFaults(page, '[role=dialog]')).toEqual([]);
  await page.keyboard.press('Enter');
  const list = page.getByRole('list', { name: 'Recovery codes' });
  await list.waitFor();
  const codes = await list.getByRole('listitem').allTextContents();
  await button(page, 'I have kept them').click();
  await page.getByText(`Passkey “${name}”`, { exact: true }).waitFor();
  return codes;
}

inBrowser('a passkey', () => {
  beforeAll(async () => {
    harness = await Harness.open();
  });
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  it.each(inTurn([390, 1280]))(
    'is added, asked for at the sign-in and the step-up, and removed, at %i px',
    async (width) => {
      const own = { ...signIn, email: `passkey-${width}@feusa.example` };
      await harness.api.command('register-user', own);
      const { page } = await deviceAt(width);
      await enter(page, own.email);
      await page.waitForURL('/dashboard');
      const name = 'A work laptop with a very long name that goes on';
      expect(await addFirst(page, name)).toHaveLength(10);
      await page.reload();
      await page.getByText('Second factor added').waitFor();
      await page.getByText('Signed in with a new browser').waitFor();
      expect(await seriousFaults(page)).toEqual([]);
      expect(await fitsSideways(page)).toBe(true);

      await button(page, 'Add a passkey').click();
      await new Modal(page, 'Add a passkey').field('Name').fill('The same again');
      await page.keyboard.press('Enter');
      const confirm = new Modal(page, 'Confirm it is you');
      await confirm.field('Your password').fill(password);
      await page.keyboard.press('Enter');
      await confirm.button('Use a passkey').waitFor();
      expect(await seriousFaults(page, '[role=dialog]')).toEqual([]);
      await page.keyboard.press('Enter');
      await confirm.gone();
      await page.getByText('This device has a passkey of yours already.').waitFor();
      await new Modal(page, 'Add a passkey').press('Cancel');

      await enterAgain(page, own.email);
      expect(await seriousFaults(page)).toEqual([]);
      expect(await fitsSideways(page)).toBe(true);
      await page.keyboard.press('Enter');
      await page.waitForURL('/dashboard');

      await page.goto('/account');
      await button(page, `Remove passkey “${name}”`).click();
      await new Modal(page, 'Remove passkey').press('Remove');
      await confirm.field('Your password').fill(password);
      await page.keyboard.press('Enter');
      await confirm.button('Use a passkey').click();
      await page.getByText(`Passkey “${name}” removed`).waitFor();
      await button(page, 'Set up an authenticator app').waitFor();
    },
  );

  it('that the device no longer has is done without, by a recovery code', async () => {
    const own = { ...signIn, email: 'passkey-lost@feusa.example' };
    await harness.api.command('register-user', own);
    const { page, forget } = await deviceAt(1280);
    await enter(page, own.email);
    await page.waitForURL('/dashboard');
    const [code = ''] = await addFirst(page, 'Phone');
    await forget();
    await enterAgain(page, own.email);
    await button(page, 'Use a passkey').click();
    await page.getByText('No passkey was used. Try again, or use a code.').waitFor();
    await page.getByText('One of your recovery codes.').waitFor();
    await page.getByLabel('Code', { exact: true }).fill(code);
    await page.keyboard.press('Enter');
    await page.waitForURL('/dashboard');
  });
});
