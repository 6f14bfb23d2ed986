import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { seriousFaults } from './axe.js';
import { hold, inBrowser, inTurn } from './browser.js';
import { Entrance } from './pages/entrance.js';
import { Modal } from './pages/modal.js';
import { signIn } from './product.js';
import { Harness } from './harness.js';

const { password, teamPassword } = signIn;
let harness: Harness;

inBrowser('an invitation', () => {
  beforeAll(async () => {
    harness = await Harness.open();
  });
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  it.each(inTurn([390, 1280]))('is made, shown once and accepted, at %i px', async (width) => {
    const email = `new-${width}@feusa.example`;
    const viewport = { width, height: 900 };
    const page = await harness.window('admin', { viewport });
    await page.goto('/users');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const order = new Modal(page, 'Invite somebody');
    await order.field('E-mail').fill(signIn.email);
    await order.press('Invite');
    await order.text('That e-mail is already registered').waitFor();
    expect(await seriousFaults(page, '[role=dialog]')).toEqual([]);
    await order.field('E-mail').fill(email);
    await order.press('Invite');
    const link = await page.getByLabel('Link', { exact: true }).inputValue();
    expect(await seriousFaults(page, '[role=dialog]')).toEqual([]);
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await page.getByRole('button', { name: `Withdraw the invitation of ${email}` }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);

    const { pathname, search } = new URL(link);
    const theirs = await harness.window(undefined, { viewport });
    const held = await hold(theirs, '**/api/invitations/*');
    await theirs.goto(pathname + search);
    await theirs.getByRole('status', { name: 'Checking the link' }).waitFor();
    held.release();
    const entrance = new Entrance(theirs);
    await entrance.team.fill('not this one');
    await entrance.password.fill(password);
    await entrance.button('Create account').click();
    await theirs.getByText('Incorrect team password; try again').waitFor();
    expect(await seriousFaults(theirs)).toEqual([]);
    await entrance.team.fill(teamPassword);
    await entrance.button('Create account').click();
    await entrance.button('Go to sign in').click();
    await entrance.signIn(teamPassword, email, password);
    await theirs.waitForURL('/dashboard');
    await page.reload();
    await page.getByLabel(`Role of ${email}`).waitFor();

    const late = await harness.window(undefined, { viewport });
    await late.goto(pathname + search);
    await late.getByText('This invitation is no longer valid. Ask for a new one.').waitFor();
    await late.goto('/invite');
    await late.getByText('This invitation is no longer valid. Ask for a new one.').waitFor();
  });

  it('is withdrawn', async () => {
    const page = await harness.window('admin');
    await page.goto('/users');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const order = new Modal(page, 'Invite somebody');
    await order.field('E-mail').fill('gone@feusa.example');
    await order.press('Invite');
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    const name = 'Withdraw the invitation of gone@feusa.example';
    await page.getByRole('button', { name }).click();
    const question = new Modal(page, 'Withdraw invitation');
    await question.text(/The link that gone@feusa.example was given will no longer work/).waitFor();
    expect(await seriousFaults(page, '[role=alertdialog]')).toEqual([]);
    await question.press('Cancel');
    await question.gone();
    await page.getByRole('button', { name }).click();
    await question.press('Withdraw');
    await page.getByText('Invitation of gone@feusa.example withdrawn').waitFor();
    await page.getByRole('button', { name }).waitFor({ state: 'detached' });
  });

  it('is erased with its address', async () => {
    const email = 'never-came@feusa.example';
    const page = await harness.window('admin');
    await page.goto('/users');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const order = new Modal(page, 'Invite somebody');
    await order.field('E-mail').fill(email);
    await order.press('Invite');
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    const name = `Erase the address ${email}`;
    await page.getByRole('button', { name }).click();
    const dialog = new Modal(page, 'Erase User');
    await dialog.shown();
    expect(await seriousFaults(page, '[role=dialog]')).toEqual([]);
    await dialog.field(`Type ${email} to go on`).fill(email);
    await dialog.press('Erase permanently');
    await page.getByRole('button', { name }).waitFor({ state: 'detached' });
  });
});
