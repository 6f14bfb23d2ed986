import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { inBrowser } from './browser.js';
import { openClient } from './client.js';
import { Entrance } from './pages/entrance.js';
import { Files } from './pages/files.js';
import { People } from './pages/people.js';
import { signIn } from './product.js';
import { Harness } from './harness.js';

let harness: Harness;
const { password, teamPassword } = signIn;
const addFolder = async (name: string, parentId: string | null = null) =>
  (await harness.api.command('add-folder', { name, parentId })).id;
const person = {
  ...{ lastName: 'Miller', phoneNumber: '402 555 0100', role: 'Mechanic' },
  ...{ location: 'Omaha', department: 'Service', manager: 'The board' },
};

/** A window of an administrator of its own, whose session ends as by somebody else before they sign in again. */
async function openWindow(email: string) {
  const who = { ...signIn, email };
  const { id: userId } = await harness.api.command('register-user', who);
  await harness.api.command('set-user-role', { userId, role: 'admin' });
  const { cookie } = await openClient(harness.address, who);
  const page = await harness.window();
  await harness.enter(page, cookie);
  const endAndReturn = async () => {
    await fetch(new URL('/api/session', harness.address), {
      ...{ method: 'DELETE', headers: { cookie: await cookieOf(page) } },
    });
    await page.getByText(/Your session has ended/).waitFor();
    await new Entrance(page).signIn(teamPassword, email, password);
    await page.getByRole('dialog').waitFor();
  };
  return { page, endAndReturn };
}

const cookieOf = async (page: Page) =>
  (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');

inBrowser('what was typed before a session ended', () => {
  beforeAll(async () => {
    harness = await Harness.open();
  });
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  it.each([
    ['/users', 'Invite', 'E-mail', 'new.mechanic@feusa.example'],
    ['/operations', 'Add webhook', 'Address', 'https://erp.example/hooks'],
    ['/account', 'New token', 'Name', 'Price lists at night'],
  ])('brings the form of %s back', async (path, button, field, typed) => {
    const email = `form-${field.toLowerCase()}@feusa.example`;
    const { page, endAndReturn } = await openWindow(email);
    await page.goto(path);
    await page.getByRole('button', { name: button, exact: true }).click();
    const input = page.getByRole('dialog').getByLabel(field, { exact: true });
    await input.fill(typed);
    await endAndReturn();
    expect(await input.inputValue()).toBe(typed);
  });

  it('brings back who was chosen: in a group, for a folder, to be asked', async () => {
    const parent = await addFolder('Chosen');
    await addFolder('Chosen, inside', parent);
    await harness.api.addFile(parent, 'Chosen.txt', Buffer.from('Check the oil.'));
    await harness.api.command('add-group', { name: 'Harvest crew' });
    const email = 'chooses@feusa.example';
    const { page, endAndReturn } = await openWindow(email);
    const dialog = page.getByRole('dialog');
    const files = new Files(page);

    await page.goto('/users');
    await page.getByRole('button', { name: 'Edit Harvest crew' }).click();
    await dialog.getByRole('checkbox', { name: email }).check();
    await endAndReturn();
    expect(await dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Harvest crew');
    expect(await dialog.getByRole('checkbox', { name: email }).isChecked()).toBe(true);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });

    await files.open(parent);
    await files.menu('More for Chosen, inside', 'Who can see this');
    await dialog.getByLabel('Only these groups and people').check();
    await dialog.getByLabel('What Harvest crew may do').selectOption('read');
    await endAndReturn();
    expect(await dialog.getByLabel('What Harvest crew may do').inputValue()).toBe('read');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const confirm = files.modal('Confirm it is you');
    await confirm.field('Your password').fill(password);
    await page.keyboard.press('Enter');
    await confirm.gone();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('img', { name: 'Restricted' }).waitFor();

    await files.menu('More for Chosen.txt', 'Ask for acknowledgement');
    await dialog.getByLabel('Groups and people').check();
    await dialog.getByRole('checkbox', { name: 'Harvest crew' }).check();
    await dialog.getByLabel('Due').fill('2030-01-31');
    await endAndReturn();
    expect(await dialog.getByRole('checkbox', { name: 'Harvest crew' }).isChecked()).toBe(true);
    expect(await dialog.getByLabel('Due').inputValue()).toBe('2030-01-31');
  });

  it('brings back what many people are given at once, and who they are', async () => {
    const crew = [
      { ...person, firstName: 'Bea', email: 'bea.miller@feusa.example' },
      { ...person, firstName: 'Cal', email: 'cal.miller@feusa.example' },
      { ...person, firstName: 'Dan', email: 'dan.miller@feusa.example' },
      ...['Grand Island', 'Kearney'].map((location, index) => ({
        ...{ ...person, firstName: 'Maria', lastName: 'Lopez', location },
        email: `maria.lopez${index}@feusa.example`,
      })),
    ];
    for (const each of crew) await harness.api.command('add-employee', each);
    const { page, endAndReturn } = await openWindow('edits-many@feusa.example');
    const screen = new People(page);
    const row = (name: string) => page.getByRole('row', { name });
    const select = (name: string) => row(name).getByRole('gridcell').first().click();
    await screen.open();
    await screen.button('Table').click();
    await select('Bea Miller');
    await select('Cal Miller');
    const bar = page.getByRole('region', { name: 'Selected people' });
    await bar.getByRole('button', { name: 'Edit a column' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Column').selectOption('manager');
    await dialog.getByLabel('New value').fill('Maria Lopez');
    await dialog.getByLabel('Which').selectOption({ label: 'Mechanic, Service, Kearney' });
    await endAndReturn();
    expect(await dialog.getByLabel('Column').inputValue()).toBe('manager');
    expect(await dialog.getByLabel('New value').inputValue()).toBe('Maria Lopez');
    const which = dialog.getByLabel('Which').locator('option:checked');
    expect(await which.innerText()).toBe('Mechanic, Service, Kearney');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await bar.getByText('2 people selected').waitFor();
    for (const name of ['Bea Miller', 'Cal Miller'])
      expect(await row(name).getAttribute('aria-selected')).toBe('true');
  });
});
