import { codeOf } from '@feusa/testing/codes';
import { OpenIdProvider } from '@feusa/testing/openid-provider';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { inBrowser, inTurn } from './browser.js';
import { openClient } from './client.js';
import { Entrance } from './pages/entrance.js';
import { Modal } from './pages/modal.js';
import { signIn } from './product.js';
import { button, expectWell, opened, SIGN_IN, windowAt } from './sso-windows.js';
import { Harness } from './harness.js';

const { password, teamPassword } = signIn;
let provider: OpenIdProvider;
let harness: Harness;
const code = (page: Page) => page.getByLabel('Code', { exact: true });
const pathOf = (page: Page) => page.url().slice(new URL(page.url()).origin.length);

const newAccount = (email: string) =>
  harness.api.command('register-user', { ...signIn, email }).then(() => email);

/** Sets an authenticator app up, past the screens. */
async function withApp(email: string): Promise<string> {
  const { cookie } = await openClient(harness.address, { ...signIn, email });
  const ask = async (method: string, body?: object) => {
    const answer = await fetch(`${harness.address}/api/me/totp`, {
      method,
      headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(answer.ok).toBe(true);
    return (await answer.json()) as { secret: string };
  };
  const { secret } = await ask('POST');
  await ask('PUT', { code: codeOf(secret, -1) });
  return secret;
}

/** As somebody else who sits down at the browser. */
async function sitDown(page: Page, email: string) {
  await page.context().clearCookies({ domain: '127.0.0.1' });
  provider.person = { email };
}

inBrowser('single sign-on', () => {
  beforeAll(async () => {
    provider = await OpenIdProvider.open();
    harness = await Harness.open({ ...provider.settings, OIDC_CREATE: 'true' });
  });
  afterEach(async () => {
    await harness.closeWindows();
    provider.person = undefined;
  });
  afterAll(async () => {
    await harness.close();
    await provider.close();
  });

  it.each(inTurn([390, 1280]))(
    'is beside the form, and leads where one wanted, at %i px',
    async (width) => {
      provider.person = { email: await newAccount(`first-${width}@feusa.example`) };
      const page = await windowAt(harness, width, '/account');
      await button(page, SIGN_IN).waitFor();
      expect(pathOf(page)).toBe('/');
      await button(page, 'Login').waitFor();
      await expectWell(page);
      // A browser stays where it is while it has no other page to show.
      await page.route('**/api/sso/start', (route) => route.fulfill({ status: 204 }), { times: 1 });
      await button(page, SIGN_IN).press('Enter');
      await button(page, 'Pending').waitFor();
      await page.reload();
      await button(page, SIGN_IN).press('Enter');
      await page.waitForURL('**/account');
      const sessions = page.getByRole('list', { name: 'Where you are signed in' });
      await sessions.getByText('single sign-on', { exact: true }).waitFor();
      await expectWell(page);
    },
  );

  it('is nowhere where the company has none, and says where it was away', async () => {
    const page = await windowAt(harness, 390, '/reset');
    for (const view of [{ enabled: false }, { enabled: true, available: false }]) {
      await page.route('**/api/sso', (route) => route.fulfill({ json: view }));
      const answered = page.waitForResponse('**/api/sso');
      await page.goto('/');
      await answered;
      await button(page, 'Login').waitFor();
      if (view.enabled) await page.getByText('It could not be reached when').waitFor();
      else expect(await button(page, SIGN_IN).count()).toBe(0);
    }
    await expectWell(page);
  });

  it.each(inTurn([390, 1280]))('says why it signs nobody in, once, at %i px', async (width) => {
    const email = await newAccount(`refused-${width}@feusa.example`);
    const page = await windowAt(harness, width);
    const entrance = new Entrance(page);
    const { alert } = entrance;
    await button(page, SIGN_IN).click();
    await alert.getByText('Single sign-on did not sign you in. Try again.').waitFor();
    await page.waitForURL((url) => url.search === '');
    await expectWell(page);
    provider.person = { email, email_verified: false };
    await button(page, SIGN_IN).click();
    await alert.getByText('Single sign-on has not verified your e-mail address.').waitFor();
    await page.reload();
    await button(page, SIGN_IN).waitFor();
    expect(await alert.count()).toBe(0);
    await page.goto('/?sso=%3Cb%3Emade+up');
    await alert.getByText('Signing in failed. Try again.').waitFor();
    await entrance.signIn(teamPassword, email, password);
    await page.waitForURL('**/dashboard');
  });

  it('makes an account, which has no other way in', async () => {
    provider.person = { email: 'made@feusa.example' };
    const page = await windowAt(harness, 1280);
    await button(page, SIGN_IN).click();
    await page.waitForURL('**/dashboard');
    const admin = await harness.window('admin');
    await admin.goto('/users');
    const row = admin.getByRole('listitem').filter({ hasText: 'made@feusa.example' });
    await row.getByText('single sign-on only', { exact: true }).waitFor();
    expect(await admin.getByText('single sign-on only', { exact: true }).count()).toBe(1);
  });

  it.each(inTurn([390, 1280]))(
    'asks for the second factor, and steps up, at %i px',
    async (width) => {
      const email = await newAccount(`second-${width}@feusa.example`);
      const secret = await withApp(email);
      provider.person = { email };
      const page = await windowAt(harness, width, '/account');
      await button(page, SIGN_IN).click();
      await page.getByRole('heading', { name: 'One more step' }).waitFor();
      expect(pathOf(page)).toBe('/sso');
      await expectWell(page);
      await code(page).fill('000 000');
      await button(page, 'Login').click();
      await page.getByText('Incorrect code; try again').waitFor();
      await code(page).fill(codeOf(secret));
      await page.keyboard.press('Enter');
      await page.waitForURL('**/account');

      const confirm = await askedToConfirm(page);
      await expectWell(page, '[role=dialog]');
      const beside = await opened(page, () => confirm.press('Confirm with single sign-on'));
      await beside.getByRole('heading', { name: 'One more step' }).waitFor();
      await expectWell(beside);
      await code(beside).fill(codeOf(secret, 1));
      await button(beside, 'Continue').click();
      await page.getByText('Authenticator app removed').waitFor();
    },
  );

  it.each(inTurn([390, 1280]))('confirms nobody else, at %i px', async (width) => {
    const email = await newAccount(`same-${width}@feusa.example`);
    await withApp(email);
    provider.person = { email, amr: ['mfa'] };
    const page = await windowAt(harness, width, '/account');
    await button(page, SIGN_IN).click();
    await page.waitForURL('**/account');
    const confirm = await askedToConfirm(page);
    await sitDown(page, await newAccount(`other-${width}@feusa.example`));
    const byKey = () => confirm.button('Confirm with single sign-on').press('Space');
    const beside = await opened(page, byKey);
    await beside.getByRole('heading', { name: 'Not confirmed' }).waitFor();
    await button(beside, 'Close this window').waitFor();
    await expectWell(beside);
    await confirm.text(/^Confirm in the window that has opened/).waitFor();
    await expectWell(page, '[role=dialog]');
    await confirm.press('Confirm in this one');
    await page.getByRole('heading', { name: 'Not confirmed' }).waitFor();
    await page.getByText('That was another account.').waitFor();
    await expectWell(page);
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await page.waitForURL('**/account');
    await askedToConfirm(page);
  });

  it('has nothing to go on with at /sso', async () => {
    const page = await windowAt(harness, 390, '/sso');
    await page.getByText('This sign-in took too long').waitFor();
    await expectWell(page);
    await page.getByRole('link', { name: 'Back to sign in' }).click();
    await button(page, SIGN_IN).waitFor();
    await page.goto('/sso?error=denied&to=//evil.example');
    const back = page.getByRole('link', { name: 'Back', exact: true });
    expect(await back.getAttribute('href')).toBe('/');
    // Whoever comes here without having confirmed anything is not told so.
    await page.goto('/sso?window');
    await page.getByRole('heading', { name: 'Not confirmed' }).waitFor();
  });
});

const remove = async (page: Page) => {
  await button(page, 'Remove').click();
  await new Modal(page, 'Remove authenticator app').press('Remove');
};

async function askedToConfirm(page: Page): Promise<Modal> {
  await remove(page);
  const confirm = new Modal(page, 'Confirm it is you');
  await confirm.shown();
  return confirm;
}
