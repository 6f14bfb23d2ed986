import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { inBrowser, inTurn } from './browser.js';
import { People } from './pages/people.js';
import { Harness } from './harness.js';

const person = {
  lastName: 'Miller',
  role: 'Mechanic',
  location: 'Grand Island',
  department: 'Service',
  manager: 'Maria Lopez',
};
const numbers = [
  ['Rule', '402 555 0100', '+1 (402) 555-0100'],
  ['Extension', '(402) 555-0100 12', '(402) 555-0100 12'],
  ['Foreign', '+49 30 1234567', '+49 30 1234567'],
] as const;
let harness: Harness;

inBrowser('phone numbers', () => {
  beforeAll(async () => {
    harness = await Harness.open();
    for (const [firstName, phoneNumber] of numbers) {
      const email = `${firstName}@feusa.example`;
      await harness.api.command('add-employee', { ...person, firstName, phoneNumber, email });
    }
  });
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  it.each(inTurn([390, 1280]))(
    'are formatted by the rule, or shown as they were typed, at %i px',
    async (width) => {
      const page = await harness.window('basic', { viewport: { width, height: 900 } });
      const screen = new People(page);
      await screen.open();
      for (const [firstName, typed, shown] of numbers) {
        const name = `${firstName} Miller`;
        const link = screen.card(name).getByRole('link', { name: shown });
        await link.waitFor();
        const digits = ((await link.getAttribute('href')) ?? '').replace(/\D/g, '');
        expect(digits.endsWith(typed.replace(/\D/g, ''))).toBe(true);
        const detail = await screen.openPerson(name);
        await detail.root.getByRole('link', { name: shown }).waitFor();
        await page.keyboard.press('Escape');
        await detail.gone();
      }
    },
  );
});
