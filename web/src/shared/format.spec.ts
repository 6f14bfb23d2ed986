import { expect, it } from '@jest/globals';
import { formatsOf } from './format.js';

const british = formatsOf('en-GB');
const german = formatsOf('de-DE');

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 KB'],
  [10_240, '10 KB'],
  [1_536_000, '1.5 MB'],
  [60_000_000, '60 MB'],
  [2_000_000_000_000, '2.0 TB'],
])('%i bytes are %s', (bytes, text) => expect(british.formatSize(bytes)).toBe(text));

it('says when in words for the last two days', () => {
  const { whenText } = british;
  const now = new Date(2026, 10, 21, 9, 30).getTime();
  expect(whenText(new Date(2026, 10, 21, 8, 5).getTime(), now)).toBe('today, 08:05');
  expect(whenText(new Date(2026, 10, 20, 23, 59).getTime(), now)).toBe('yesterday, 23:59');
  expect(whenText(new Date(2026, 9, 1).getTime(), now)).toBe('1 Oct 2026');
});

it('counts one and many', () =>
  expect([british.counted(1, 'file'), british.counted(1200, 'file')]).toEqual([
    '1 file',
    '1,200 files',
  ]));

it('writes dates, times and numbers as the locale does', () => {
  const time = new Date(2026, 10, 21, 14, 5, 9).getTime();
  expect(german.dayOf(time)).toBe('21.11.2026');
  expect(german.shortTime(time)).toBe('21.11.2026, 14:05');
  expect(british.secondOf(time)).toBe('21 November 2026 at 14:05:09');
  expect([german.formatNumber(1200.5), german.formatSize(1_536_000)]).toEqual([
    '1.200,5',
    '1,5 MB',
  ]);
  expect([german.formatShare(0.5), british.formatShare(0.5)]).toEqual(['50\u00a0%', '50%']);
});
