import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { seriousFaults } from './axe.js';
import { inBrowser } from './browser.js';
import { People } from './pages/people.js';
import { Harness } from './harness.js';

let harness: Harness;
const HEADER = 'firstName,lastName,phoneNumber,mobile,email,role,location,department,manager';
const row = (name: string, role = 'Driver', phone = '402 555 0100') =>
  `${name},Doe,${phone},,${name}@feusa.example,${role},Fargo,Service,The board`;
const bodyOf = (firstName: string) => ({
  ...{ firstName, lastName: 'Doe', phoneNumber: '402 555 0100', role: 'Driver' },
  ...{ email: `${firstName}@feusa.example`, location: 'Fargo', department: 'Service' },
  manager: 'The board',
});

const start = async () => {
  const screen = new People(await harness.window('admin'));
  await screen.open();
  await screen.card('Ben Doe').waitFor();
  return screen;
};

inBrowser('a CSV file of people', () => {
  beforeAll(async () => {
    harness = await Harness.open();
    await harness.api.command('add-employee', bodyOf('Ben'));
    await harness.api.command('add-employee', bodyOf('Cas'));
  });
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  it('is shown as a plan, carried out as that, and undone as one', async () => {
    const screen = await start();
    const { page } = screen;
    await screen.button('More for this list').click();
    await page.getByRole('menuitem', { name: 'Import from a CSV file' }).click();
    const modal = screen.modal('Import employees');
    await modal.button('Choose a file').waitFor();
    expect((await modal.root.boundingBox())!.height).toBeLessThan(300);
    const text = [HEADER, row('Ann'), row('Ben', 'Foreman'), row('Cas'), row('Dan', 'x', 'none')];
    const buffer = Buffer.from(text.join('\r\n'));
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
    await modal.button('1 to add').waitFor();
    const rows = modal.root.locator('tbody tr');
    expect(await rows.allInnerTexts()).toEqual([
      expect.stringContaining('Add'),
      expect.stringMatching(/Change[^]*Role: Driver Foreman/),
      expect.stringContaining('Stays the same'),
      expect.stringMatching(/Refused[^]*Phone: Phone number is not valid/),
    ]);
    expect(await seriousFaults(page)).toEqual([]);
    await modal.press('1 refused');
    await poll(() => rows.count()).toBe(1);
    await modal.press('Import 2 rows');
    await modal.gone();
    await screen.card('Ann Doe').waitFor();
    await poll(() => screen.card('Ben Doe').innerText()).toContain('Foreman');
    await screen.messages.getByText('1 employee added, 1 changed').waitFor();
    await screen.messages.getByRole('button', { name: 'Undo' }).click();
    await screen.card('Ann Doe').waitFor({ state: 'hidden' });
    await poll(() => screen.card('Ben Doe').innerText()).toContain('Driver');
  });

  it('that is none is refused in words', async () => {
    const screen = await start();
    await screen.button('More for this list').click();
    await screen.page.getByRole('menuitem', { name: 'Import from a CSV file' }).click();
    await screen.page
      .locator('input[type=file]')
      .setInputFiles({ name: 'x.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2') });
    await screen
      .modal()
      .root.getByText(/The columns in the first line do not fit/)
      .waitFor();
  });

  it('is what the list shows, saved', async () => {
    const screen = await start();
    const { page } = screen;
    await screen.search.fill('ben');
    await screen.card('Cas Doe').waitFor({ state: 'hidden' });
    await screen.button('More for this list').click();
    const saving = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Save 1 row as CSV' }).click();
    const download = await saving;
    const text = await readFile(await download.path(), 'utf8');
    expect(text.split('\r\n')).toEqual([`\ufeff${HEADER}`, row('Ben'), '']);
  });
});
