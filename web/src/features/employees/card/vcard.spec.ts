import { describe, expect, it } from '@jest/globals';
import { person } from '../employees.fixture.js';
import { dialable } from '@feusa/contracts/vcard';
import { vCard, vCardName } from './vcard.js';

const lines = (card: string) => card.replace(/\r\n /g, '').split('\r\n');

describe('vCard', () => {
  it('has what a phone needs', () =>
    expect(lines(vCard(person('7', { mobile: '+48601222333' })))).toEqual(
      expect.arrayContaining([
        'BEGIN:VCARD',
        'N:Miller;Ann;;;',
        'FN:Ann Miller',
        'TEL;TYPE=WORK,VOICE:+14025550134',
        'TEL;TYPE=CELL,VOICE:+48601222333',
        'EMAIL;TYPE=INTERNET,WORK:ann@company.example',
        'END:VCARD',
      ]),
    ));
  it('escapes what would end a field', () =>
    expect(vCard(person('7', { role: 'a;b,c\\d' }))).toContain('TITLE:a\\;b\\,c\\\\d'));
  it('breaks lines at 75 bytes and between characters', () => {
    const role = 'Łódź '.repeat(30).trim();
    const card = vCard(person('7', { role }));
    for (const line of card.split('\r\n'))
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    expect(lines(card)).toContain(`TITLE:${role}`);
  });
  it('makes a file name that every system takes', () =>
    expect(vCardName(person('7', { firstName: 'A/B:', lastName: 'Ø' }))).toBe('AB Ø.vcf'));
});

it.each([
  ['(402) 555-0134', '+14025550134'],
  ['+48 601 222 333', '+48601222333'],
  ['+44 20 7946 0958', '+442079460958'],
  ['(402) 555-0100 (12)', '402555010012'],
  ['+48 600 100', '+48600100'],
  ['555-0134', '5550134'],
])('dials %s as %s', (text, number) => expect(dialable(text)).toBe(number));
