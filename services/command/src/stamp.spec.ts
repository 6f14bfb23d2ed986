import { expect, it } from '@jest/globals';
import { stampAfter } from './stamp.js';

const DAY_MS = 24 * 3_600_000;
const previous = '2026-11-21T08:00:00.000Z';
const after = (ms: number) => stampAfter(previous, Date.parse(previous) + ms);

it('is what the clock says', () => {
  expect(after(1)).toBe('2026-11-21T08:00:00.001Z');
  expect(stampAfter(undefined, 0)).toBe('1970-01-01T00:00:00.000Z');
});

it('is never before the event that it follows, where the clock is behind by up to a day', () => {
  expect([after(0), after(-1), after(-DAY_MS)]).toEqual([previous, previous, previous]);
});

it('is not held still by an event that was stamped far ahead', () =>
  expect(after(-DAY_MS - 1)).toBe('2026-11-20T07:59:59.999Z'));
