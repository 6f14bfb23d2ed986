import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { hold, inBrowser } from './browser.js';
import { People, type Field } from './pages/people.js';
import { samples } from './samples.js';
import { Harness, type Role } from './harness.js';

const ann = {
  firstName: 'Ann',
  lastName: 'Miller',
  phoneNumber: '402 555 0100',
  email: 'ann.miller@feusa.example',
  role: 'Mechanic',
  location: 'Grand Island',
  department: 'Service',
  manager: 'Maria Lopez',
};
let harness: Harness;
const people = async (role: Role = 'admin', query = '') => {
  const screen = new People(await harness.window(role));
  await screen.open(query);
  return screen;
};
const add = async (more: object = {}) =>
  (await harness.api.command('add-employee', { ...ann, ...more })).id;
const failing = (screen: People, commands: string) =>
  screen.page.route(`**/api/commands/${commands}*`, (route) => route.fulfill({ status: 503 }));

inBrowser('the directory', () => {
  beforeAll(async () => {
    harness = await Harness.open();
  });
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  it('takes a new employee, finding fault with each field in the seed’s words', async () => {
    const screen = await people();
    await screen.page.getByText('Nobody is in the directory yet').waitFor();
    await screen.button('Add New Employee').first().click();
    const modal = screen.modal('Add New Employee');
    await screen.input('firstName').focus();
    await screen.input('lastName').focus();
    await poll(() => screen.fault('firstName')).toMatch(/^(Required|Too Short!)$/);
    expect(await screen.fault('manager')).toBe('');
    await modal.press('Add Employee');
    for (const field of Object.keys(ann) as Field[]) {
      await poll(() => screen.fault(field)).toMatch(/^(Required|Too Short!)$/);
    }
    expect(await screen.fault('mobile')).toBe('');
    await screen.fill({
      firstName: 'x'.repeat(51),
      phoneNumber: 'abc',
      mobile: '1',
      email: 'ann@',
    });
    await screen.input('role').focus();
    await poll(() => screen.fault('email')).toBe('Enter a valid e-mail address');
    await poll(() => screen.fault('firstName')).toBe('Too Long!');
    await poll(() => screen.fault('phoneNumber')).toBe('Phone number is not valid');
    await poll(() => screen.fault('mobile')).toBe('Phone number is not valid');
    await screen.fill({ ...ann, mobile: '' });
    await modal.press('Add Employee');
    await modal.gone();
    await screen.card('Ann Miller').waitFor();
    expect(await screen.card('Ann Miller').locator('svg text').innerHTML()).toBe('AM');
  });

  it('says Pending while it saves; after a failure the input is still there', async () => {
    const screen = await people();
    await failing(screen, 'add-employee');
    // Nobody may be there, and then there are two of it.
    await screen.button('Add New Employee').first().click();
    const modal = screen.modal('Add New Employee');
    await screen.fill({ ...ann, firstName: 'Kept' });
    await modal.press('Add Employee');
    await modal.text('An error occured when adding employee. Please try again.').waitFor();
    expect(await screen.input('firstName').inputValue()).toBe('Kept');
    await screen.page.unroute('**/api/commands/add-employee*');
    const saving = await hold(screen.page, '**/api/commands/add-employee*');
    await modal.press('Add Employee');
    await modal.button('Pending').waitFor();
    saving.release();
    await screen.card('Kept Miller').waitFor();
  });

  it('shows phones by the seed’s rule: 11 digits or more, exactly 10, fewer', async () => {
    const phones = {
      '402 555 0100': '+1 (402) 555-0100',
      '14025550100': '+1 (402) 555-0100',
      '+48 600 100 2000': '+48 (600) 100-2000',
      '123456789012345': '+12345 (678) 901-2345',
      '555-0100': '',
    };
    const numbers = Object.keys(phones);
    for (const [at, phoneNumber] of numbers.entries()) {
      await add({ firstName: `Phone${at}`, phoneNumber, mobile: phoneNumber });
    }
    const screen = await people('basic');
    for (const [at, number] of numbers.entries()) {
      const links = screen.card(`Phone${at} Miller`).locator('a[href^="tel:"]');
      await links.first().waitFor();
      const shown = phones[number as keyof typeof phones];
      const texts = () => links.locator('> span:last-child').allInnerTexts();
      await poll(texts).toEqual([shown, shown]);
      const digits = number.replace(/\D/g, '');
      expect(await links.first().getAttribute('href')).toContain(digits.slice(-10));
    }
  });

  it('is sorted by first name, and shows everything of a person on the card', async () => {
    await add();
    await add({ firstName: 'Zoë', lastName: 'Ash' });
    await add({ firstName: 'ángel', lastName: 'Cruz' });
    const screen = await people('basic');
    await screen.card('Zoë Ash').waitFor();
    const firstNames = (await screen.names()).map((name) => name.split(' ')[0] ?? '');
    expect(firstNames).toEqual(firstNames.toSorted(new Intl.Collator('en').compare));
    expect(firstNames.indexOf('ángel')).toBeLessThan(firstNames.indexOf('Ann'));
    const card = screen.card('Zoë Ash');
    for (const text of [ann.role, ann.email, ann.location, ann.department, ann.manager]) {
      await card.getByText(text).first().waitFor();
    }
    for (const label of ['Location', 'Department', 'Manager'])
      await card.getByText(label).waitFor();
    expect(await card.locator('a[href^="mailto:"]').getAttribute('href')).toBe(
      `mailto:${ann.email}`,
    );
  });

  it('opens a person with everything, and with nothing to change for basic users', async () => {
    const id = await add({ firstName: 'Open', mobile: '402 555 0199' });
    const screen = await people('basic');
    const modal = await screen.openPerson('Open Miller');
    for (const label of [
      'Role',
      'E-mail',
      'Phone',
      'Mobile',
      'Location',
      'Department',
      'Manager',
    ]) {
      await modal.root.locator('dt', { hasText: label }).first().waitFor();
    }
    await modal.text(id).waitFor();
    await modal.text('+1 (402) 555-0199').waitFor();
    expect(await modal.button('Edit').count()).toBe(0);
    expect(await modal.button('Delete').count()).toBe(0);
    expect(await screen.button('Add New Employee').count()).toBe(0);
    expect(new URL(screen.page.url()).searchParams.get('person')).toBe(id);
    await modal.press('Close');
    await modal.gone();
    await screen.page.goBack();
    await screen.page.goto(`/dashboard/employees?person=${id}`);
    await modal.shown();
  });

  it('is edited; a photo takes the place of the avatar and can be downloaded', async () => {
    await add({ firstName: 'Edit' });
    const screen = await people();
    const detail = await screen.openPerson('Edit Miller');
    await detail.press('Edit');
    const form = screen.modal('Edit Edit Miller');
    expect(await screen.input('role').inputValue()).toBe('Mechanic');
    await screen.fill({ role: 'Shop Foreman' });
    await form.root.locator('input[type=file]').setInputFiles((await samples()).png);
    await form.press('Save');
    await form.gone();
    await detail.text('Shop Foreman').waitFor();
    const link = detail.root.getByRole('link', { name: 'Download the image of Edit Miller' });
    const answer = await screen.page.request.get((await link.getAttribute('href')) ?? '');
    expect(await answer.body()).toEqual((await samples()).png.buffer);
    await detail.press('Close');
    const width = `[...document.querySelectorAll('article img')].map((image) => image.naturalWidth)`;
    await poll(() => screen.page.evaluate<number[]>(width)).toContain(96);
  });

  it('tells who edits that somebody else was faster, and what they changed', async () => {
    const id = await add({ firstName: 'Both' });
    const screen = await people();
    await (await screen.openPerson('Both Miller')).press('Edit');
    const form = screen.modal('Edit Both Miller');
    await screen.fill({ role: 'Mine' });
    const theirs = { ...ann, firstName: 'Both', department: 'Theirs', role: 'Also theirs' };
    await harness.api.command('update-employee', { id, version: 1, ...theirs });
    await form.text('Somebody else changed this employee while you were editing.').waitFor();
    expect(await screen.input('role').inputValue()).toBe('Mine');
    await form.press('Reapply my changes');
    await poll(() => screen.input('department').inputValue()).toBe('Theirs');
    await form.press('Save');
    await form.gone();
    await poll(() => harness.api.read<object>(`/api/employees/${id}`)).toMatchObject({
      role: 'Mine',
      department: 'Theirs',
      version: 3,
    });
  });

  it('says so when an edit or a removal fails', async () => {
    await add({ firstName: 'Fails' });
    const screen = await people();
    await failing(screen, '{update,remove}-employee');
    const detail = await screen.openPerson('Fails Miller');
    await detail.press('Edit');
    const form = screen.modal('Edit Fails Miller');
    await screen.fill({ role: 'Never' });
    await form.press('Save');
    await form.text('An error occured when editing employee. Please try again.').waitFor();
    await form.press('Cancel');
    await detail.press('Delete');
    const question = screen.modal('Delete Employee');
    await question.press('Delete');
    await question.text('An error occured when deleting the employee. Please try again.').waitFor();
    await question.press('Cancel');
    await detail.text('Mechanic').waitFor();
  });

  it('lets a person go after a question, and come back by Undo', async () => {
    await add({ firstName: 'Gone' });
    const screen = await people();
    await (await screen.openPerson('Gone Miller')).press('Delete');
    await screen.modal('Delete Employee').press('Delete');
    await screen.card('Gone Miller').waitFor({ state: 'hidden' });
    await screen.messages.getByRole('button', { name: 'Undo' }).click();
    await screen.card('Gone Miller').waitFor();
  });

  it('searches by Submit, and shows everybody again by Clear', async () => {
    await add({ firstName: 'Siobhán', lastName: 'O’Connor', role: 'Parts Clerk' });
    const screen = await people('basic');
    await screen.card('Siobhán O’Connor').waitFor();
    const all = await screen.names();
    let searches = 0;
    screen.page.on('request', (request) => (searches += Number(request.url().includes('/search'))));
    await screen.button('Submit').click();
    expect([await screen.names(), searches]).toEqual([all, 0]);
    await screen.search.fill('siobhan parts');
    await screen.button('Submit').click();
    await poll(() => screen.names()).toEqual(['Siobhán O’Connor']);
    expect(searches).toBeGreaterThan(0);
    await screen.button('Clear').click();
    await poll(() => screen.search.inputValue()).toBe('');
    await poll(() => screen.names()).toEqual(all);
    await screen.search.fill('sioban conor');
    await screen.search.press('Enter');
    await poll(() => screen.names()).toEqual(['Siobhán O’Connor']);
    await screen.page.reload();
    await poll(() => screen.names()).toEqual(['Siobhán O’Connor']);
    await screen.search.fill('nobody at all');
    await screen.page.getByText('Nobody matches “nobody at all”').waitFor();
    await screen.button('Back').click();
    await screen.page.waitForURL(/\/dashboard\/?$/);
  });
});
