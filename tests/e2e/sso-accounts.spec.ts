import type { SessionAnswer } from '@feusa/contracts/users';
import { OpenIdProvider } from '@feusa/testing/openid-provider';
import { poll } from '@feusa/testing/wait';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { inBrowser, inTurn } from './browser.js';
import { addFingerprintReader } from './fingerprint-reader.js';
import { Entrance } from './pages/entrance.js';
import { Files } from './pages/files.js';
import { Modal } from './pages/modal.js';
import { signIn } from './product.js';
import { button, expectWell, opened, SIGN_IN, windowAt } from './sso-windows.js';
import { Harness } from './harness.js';

const { password, teamPassword } = signIn;
let provider: OpenIdProvider;
let harness: Harness;

const newAccount = (email: string) =>
  harness.api.command('register-user', { ...signIn, email }).then(() => email);

/** Of whoever is signed in there. */
async function idOf(page: Page): Promise<string> {
  const answer = await page.request.get('/api/session');
  return ((await answer.json()) as SessionAnswer).user.id;
}

inBrowser('an account of single sign-on', () => {
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

  it.each(inTurn([390, 1280]))('keeps what is open while it confirms, at %i px', async (width) => {
    const [email, name] = [`powerful-${width}@feusa.example`, `Wages ${width}`];
    provider.person = { email };
    const page = await windowAt(harness, width);
    // Pop-ups are blocked.
    await page.evaluate('window.open = () => null');
    await button(page, SIGN_IN).click();
    await page.waitForURL('**/dashboard');
    await harness.api.command('set-user-role', { userId: await idOf(page), role: 'admin' });
    await harness.api.command('add-folder', { name, parentId: null });
    const files = new Files(page);
    await files.menu(`More for ${name}`, 'Who can see this');
    const access = new Modal(page, `Who can see ${name}`);
    await access.field('Only these groups and people, and administrators').check();
    await access.field(`What ${email} may do`).selectOption('manage');
    await access.press('Save');
    const confirm = new Modal(page, 'Confirm it is you');
    await confirm.shown();
    expect(await confirm.field('Your password').count()).toBe(0);
    await expectWell(page, '[role=dialog]');
    const beside = await opened(page, () => page.keyboard.press('Enter'));
    await access.gone();
    await poll(() => beside.isClosed()).toBe(true);
    await page.getByLabel('Restricted').first().waitFor();
    expect(await button(page, SIGN_IN).count()).toBe(0);
  });

  it('shows no password to change to who has none, and how to get one', async () => {
    const email = 'passwordless@feusa.example';
    provider.person = { email };
    const page = await windowAt(harness, 390, '/account');
    await button(page, SIGN_IN).click();
    await page.waitForURL('**/account');
    await page.getByText('and have no password here').waitFor();
    expect(await button(page, 'Change password').count()).toBe(0);
    await expectWell(page);
    await button(page, 'Send me a link').press('Enter');
    await page.getByText(`A link is on its way to ${email}`).waitFor();
  });

  it.each(inTurn([390, 1280]))('is released by an administrator, at %i px', async (width) => {
    const email = await newAccount(`released-${width}@feusa.example`);
    provider.person = { email };
    const person = await windowAt(harness, width);
    await button(person, SIGN_IN).click();
    await person.waitForURL('**/dashboard');
    const page = await windowAt(harness, width);
    await new Entrance(page).signIn(teamPassword, signIn.email, password);
    await page.waitForURL('**/dashboard');
    await page.goto('/users');
    const unlink = button(page, `Unlink ${email} from single sign-on`);
    const dialog = new Modal(page, 'Unlink from single sign-on');
    await unlink.click();
    await dialog.press('Cancel');
    await dialog.gone();
    await unlink.press('Enter');
    await dialog.root.getByText(`as ${email} gets this account`).waitFor();
    await expectWell(page, '[role=alertdialog]');
    await dialog.press('Unlink');
    const confirm = new Modal(page, 'Confirm it is you');
    await confirm.field('Your password').fill(password);
    await page.keyboard.press('Enter');
    await page.getByText(`${email} unlinked from single sign-on`).waitFor();
    await unlink.waitFor({ state: 'hidden' });
    await expectWell(page);
    await page.reload();
    await button(page, `Suspend ${email}`).waitFor();
    expect(await unlink.count()).toBe(0);
  });

  it.each(inTurn([390, 1280]))('takes a passkey after it, at %i px', async (width) => {
    provider.person = { email: await newAccount(`finger-${width}@feusa.example`) };
    const page = await windowAt(harness, width, '/account');
    await addFingerprintReader(page);
    await button(page, SIGN_IN).click();
    await page.waitForURL('**/account');
    await button(page, 'Add a passkey').click();
    await new Modal(page, 'Add a passkey').field('Name').fill('Laptop');
    await page.keyboard.press('Enter');
    await button(page, 'I have kept them').click();
    await page.context().clearCookies({ name: 'feusa_session' });
    await page.goto('/account');
    await button(page, SIGN_IN).click();
    await page.getByRole('heading', { name: 'One more step' }).waitFor();
    await expectWell(page);
    await button(page, 'Use a passkey').click();
    await page.waitForURL('**/account');

    await button(page, 'Remove passkey “Laptop”').click();
    await new Modal(page, 'Remove passkey').press('Remove');
    const confirm = new Modal(page, 'Confirm it is you');
    const beside = await opened(page, () => confirm.press('Confirm with single sign-on'));
    await beside.getByRole('heading', { name: 'One more step' }).waitFor();
    await beside.close();
    // The reader belongs to the first window.
    await confirm.press('Confirm in this one');
    await button(page, 'Use a passkey').click();
    await page.waitForURL('**/account');
    await button(page, 'Remove passkey “Laptop”').click();
    await new Modal(page, 'Remove passkey').press('Remove');
    await page.getByText('Passkey “Laptop” removed').waitFor();
  });
});
