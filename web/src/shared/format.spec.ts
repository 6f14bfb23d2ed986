import { expect, it } from '@jest/globals';
import { counted, formatSize, whenText } from './format.js';

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 KB'],
  [10_240, '10 KB'],
  [1_536_000, '1.5 MB'],
  [60_000_000, '60 MB'],
  [2_000_000_000_000, '2.0 TB'],
])('%i bytes are %s', (bytes, text) => expect(formatSize(bytes)).toBe(text));

it('says when in words for the last two days', () => {
  const now = new Date(2026, 10, 21, 9, 30).getTime();
  expect(whenText(new Date(2026, 10, 21, 8, 5).getTime(), now)).toBe('today, 08:05');
  expect(whenText(new Date(2026, 10, 20, 23, 59).getTime(), now)).toBe('yesterday, 23:59');
  expect(whenText(new Date(2026, 9, 1).getTime(), now)).toBe('1 Oct 2026');
});

it('counts one and many', () =>
  expect([counted(1, 'file'), counted(1200, 'file')]).toEqual(['1 file', '1,200 files']));
