import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { seriousFaults } from './axe.js';
import { inBrowser } from './browser.js';
import { openClient } from './client.js';
import { People } from './pages/people.js';
import { signIn } from './product.js';
import { Harness } from './harness.js';
import { samples } from './samples.js';

let harness: Harness;
const ann = {
  ...{ firstName: 'Ann', lastName: 'Doe', phoneNumber: '402 555 0100', role: 'Driver' },
  ...{ location: 'Fargo', department: 'Service', manager: 'The board' },
};
const PROFILE = '/dashboard/employees/me';
/** Somebody of the directory on their own profile. */
async function openMine() {
  const email = `${crypto.randomUUID()}@feusa.example`;
  await harness.api.command('register-user', { ...signIn, email });
  await harness.api.command('add-employee', { ...ann, email });
  const mine = await harness.window();
  await harness.enter(mine, (await openClient(harness.address, { ...signIn, email })).cookie);
  await mine.goto(PROFILE);
  await mine.getByRole('heading', { name: 'Phone and photo' }).waitFor();
  return mine;
}

inBrowser('the own profile', () => {
  beforeAll(async () => {
    harness = await Harness.open();
  });
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  it('says where nobody of the directory is meant', async () => {
    const page = await harness.window('basic', { viewport: { width: 390, height: 780 } });
    await page.goto(PROFILE);
    await page.getByText('You are not in the directory').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
  });

  it('has phones changed at once, and the rest once an administrator accepts', async () => {
    const mine = await openMine();
    await mine.getByLabel('Mobile (optional)').fill('600 300 400');
    await mine.getByRole('button', { name: 'Save' }).click();
    await mine.getByText('Profile saved').waitFor();

    const screen = new People(await harness.window('admin'));
    await screen.open();
    await mine.getByLabel('Role').fill('Foreman');
    await mine.getByRole('button', { name: 'Ask for this change' }).click();
    await mine.getByText('Waiting for an administrator').waitFor();
    expect(await seriousFaults(mine)).toEqual([]);

    await screen.button('1 request').click();
    const modal = screen.modal('Requests of employees');
    await modal.root.getByText('Foreman').waitFor();
    expect(await modal.root.innerText()).toMatch(/Driver\s+Foreman/);
    expect(await seriousFaults(screen.page)).toEqual([]);
    await modal.button('Accept').click();
    await modal.root.getByText('Nobody asks for anything.').waitFor();
    await poll(() => screen.card('Ann Doe').innerText()).toContain('Foreman');
    await mine.getByText('Waiting for an administrator').waitFor({ state: 'detached' });
  });

  it('keeps what is typed while others change the rest, and the focus where it was saved', async () => {
    const mine = await openMine();
    const save = mine.getByRole('button', { name: 'Save', exact: true });
    await mine.getByLabel('Mobile (optional)').fill('600 300 401');
    const { employee } = (await (await mine.request.get('/api/own-profile')).json()) as {
      employee: { id: string; version: number; email: string };
    };
    const { id, version, email } = employee;
    const body = { ...ann, id, version, email, phoneNumber: '402 555 0199' };
    await harness.api.command('update-employee', body);
    await poll(() => mine.getByLabel('Phone', { exact: true }).inputValue()).toBe('402 555 0199');
    expect(await mine.getByLabel('Mobile (optional)').inputValue()).toBe('600 300 401');
    await save.focus();
    await mine.keyboard.press('Enter');
    await mine.getByText('Profile saved').waitFor();
    await poll(() => save.isEnabled()).toBe(true);
    expect(await mine.getByLabel('Mobile (optional)').inputValue()).toBe('600 300 401');
    expect(await mine.evaluate('document.activeElement.textContent')).toBe('Save');
  });

  it('takes a phone after a photo', async () => {
    const mine = await openMine();
    const save = mine.getByRole('button', { name: 'Save', exact: true });
    await mine.locator('input[type=file]').setInputFiles((await samples()).png);
    await save.click();
    await mine.getByText('Profile saved').waitFor();
    await mine.getByRole('button', { name: 'Dismiss' }).click();
    await mine.getByLabel('Mobile (optional)').fill('600 300 402');
    await save.click();
    await mine.getByText('Profile saved').waitFor();
  });

  it('says why an administrator has declined', async () => {
    const mine = await openMine();
    await mine.getByLabel('Location').fill('Omaha');
    await mine.getByRole('button', { name: 'Ask for this change' }).click();
    await mine.getByText('Waiting for an administrator').waitFor();
    const screen = new People(await harness.window('admin'));
    await screen.open();
    await screen.button('1 request').click();
    const modal = screen.modal('Requests of employees');
    await modal.button('Decline').click();
    await modal.root.getByLabel('Reason for declining').fill('Not before May');
    await modal.button('Decline').click();
    await mine.getByText('Not before May').waitFor();
    await mine.getByText('Declined by an administrator').waitFor();
  });
});
