import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digitsOf, displayPhone } from './phone.js';

describe('a phone number on a screen', () => {
  it.each([
    ['5551234567', '+1 (555) 123-4567'],
    ['(555) 123-4567', '+1 (555) 123-4567'],
    ['15551234567', '+1 (555) 123-4567'],
    ['+48 600 100 2000', '+48 (600) 100-2000'],
    ['+420 777 123 4567', '+420 (777) 123-4567'],
    ['123456789012345', '+12345 (678) 901-2345'],
    ['555123456', ''],
    ['1234567', ''],
    ['', ''],
  ])('%j shows as %j', (stored, shown) => expect(displayPhone(stored)).toBe(shown));

  it('shows every digit from 10 on, and no other', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9 ().-]{1,40}$/), (text) => {
        const digits = digitsOf(text);
        const country = digits.length === 10 ? '1' : '';
        expect(digitsOf(displayPhone(text))).toBe(digits.length < 10 ? '' : country + digits);
      }),
    );
  });
});
