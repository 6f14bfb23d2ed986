import { expect, it } from '@jest/globals';
import { Time } from './time.js';

it.each([
  ['2026-11-23T17:00:00+01:00', '2026-11-23T16:00:00.000Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
])('%s is %s', (text, time) => expect(Time.parse(text)).toBe(time));

it.each([
  ...['2026-11-23', '2026-11-23T17:00:00', '2026-02-30T00:00:00Z', '2026-11-23T24:00:00Z', 'now'],
  ...['0000-12-31T23:59:59Z', '0001-01-01T00:00:00+00:01', '9999-12-31T23:59:59-00:01'],
])('%s is none', (text) => expect(Time.safeParse(text).success).toBe(false));
