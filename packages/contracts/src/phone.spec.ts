import fc from 'fast-check';
import { describe, expect, it } from '@jest/globals';
import { digitsOf, displayPhone } from './phone.js';

describe('a phone number on a screen', () => {
  it.each([
    ['5551234567', '+1 (555) 123-4567'],
    ['(555) 123-4567', '+1 (555) 123-4567'],
    ['555.123.45.67', '+1 (555) 123-4567'],
    ['15551234567', '+1 (555) 123-4567'],
    ['+15551234567', '+1 (555) 123-4567'],
    ['1-555-1234567', '+1 (555) 123-4567'],
    ['+48 600 100 2000', '+48 (600) 100-2000'],
    ['+420 777 123 4567', '+420 (777) 123-4567'],
    ['+447911123456', '+44 (791) 112-3456'],
    ['123456789012345', '+12345 (678) 901-2345'],
    ['555123456', ''],
    ['1234567', ''],
    ['+48 600 100', ''],
    ['', ''],
  ])('%j shows as %j', (stored, shown) => expect(displayPhone(stored)).toBe(shown));

  // The last ten digits of these are no (3) 3-4, or what stands before them is no country.
  it.each([
    ['an extension', '(402) 555-0100 (12)'],
    ['an extension', '402-555-0100-4711'],
    ['an extension', '5551234567 89'],
    ['London', '+44 20 7946 0958'],
    ['Poland', '+48 600 100 200'],
    ['Poland, in one', '+48601222333'],
    ['Germany', '+49 30 123456'],
    ['Germany, in one', '+4930123456789'],
    ['Iceland', '+354 555 1234'],
    ['Paris', '+33 1 42 68 53 00'],
  ])('stays as it was typed, with %s: %s', (_what, text) => expect(displayPhone(text)).toBe(text));

  it('shows every digit from 10 on and no other, whether it is put in order or not', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\+?[0-9 ().-]{1,40}$/), (text) => {
        const [digits, shown] = [digitsOf(text), displayPhone(text)];
        const isAsTyped = shown === text.trim();
        const country = digits.length === 10 && !isAsTyped ? '1' : '';
        expect(digitsOf(shown)).toBe(digits.length < 10 ? '' : country + digits);
      }),
    );
  });
});
