import { describe, expect, it } from '@jest/globals';
import { isUnchanged, mayResume } from './conditions.js';
import { disposition } from './disposition.js';
import { rangeOf } from './range.js';

it.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=2-5', { start: 2, end: 5 }],
  ['bytes=2-', { start: 2, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-99', { start: 0, end: 9 }],
  ['bytes=5-99999999999999999999', { start: 5, end: 9 }],
  ['BYTES = 1-2', { start: 1, end: 2 }],
  ['bytes=2-3, 5-6', { start: 2, end: 3 }],
  ['bytes=99-, 5-6', { start: 5, end: 6 }],
  [`bytes=${Array.from({ length: 1000 }, (_, n) => `${n % 10}-9`).join()}`, { start: 0, end: 9 }],
])('%.40s of 10 bytes', (header, range) => expect(rangeOf(header, 10)).toEqual(range));

it.each(['bytes=10-', 'bytes=99-100', 'bytes=-0', 'bytes=5-2', 'bytes=11-12,13-14'])(
  '%s of 10 bytes cannot be had',
  (header) => expect(rangeOf(header, 10)).toBe('unsatisfiable'),
);

it.each([
  undefined,
  '',
  'bytes',
  'bytes=',
  'bytes=-',
  'bytes=a-b',
  'items=0-1',
  'bytes=0-1,x',
  'bytes=1--2',
])('%s means the whole', (header) => expect(rangeOf(header, 10)).toBeUndefined());

describe('conditions', () => {
  it.each(['"a"', 'W/"a"', '"b", "a"', '*'])('%s is unchanged', (header) =>
    expect(isUnchanged(header, '"a"')).toBe(true),
  );
  it.each([undefined, '"b"', 'a', ''])('%s is changed', (header) =>
    expect(isUnchanged(header, '"a"')).toBe(false),
  );
  it('a range goes on only with the very same bytes', () => {
    expect(mayResume(undefined, '"a"')).toBe(true);
    expect(mayResume('"a"', '"a"')).toBe(true);
    expect(mayResume('W/"a"', '"a"')).toBe(false);
    expect(mayResume('Wed, 21 Oct 2026 07:28:00 GMT', '"a"')).toBe(false);
  });
});

describe('the offered name', () => {
  it('is there in ASCII and in full', () =>
    expect(disposition('résumé 資料.pdf', false)).toBe(
      `attachment; filename="r_sum_ __.pdf"; filename*=UTF-8''r%C3%A9sum%C3%A9%20%E8%B3%87%E6%96%99.pdf`,
    ));
  it('ends no header and no quotation', () => {
    const header = disposition(`a"b\\c;d%e\r\nX: 1'(*).txt`, true);
    expect(header).toMatch(/^inline; filename="[\w .:'()*]+"; filename\*=UTF-8''[\w.%-]+$/);
  });
  it('may hold half a character', () =>
    expect(disposition('\ud800.txt', false)).toContain('%EF%BF%BD'));
});
