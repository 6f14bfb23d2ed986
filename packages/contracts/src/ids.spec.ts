import { describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { timeOrderedId } from './ids.js';

const NOW = Date.UTC(2026, 10, 25);

describe('ids that are ordered by time', () => {
  it('are UUIDs of version 7', () => {
    for (let at = 0; at < 100; at++)
      expect(z.uuidv7().safeParse(timeOrderedId(randomUUID(), NOW + at)).success).toBe(true);
  });

  it('begin with the time in milliseconds', () => {
    const random = 'ffffffff-ffff-4fff-bfff-ffffffffffff';
    expect(timeOrderedId(random, 0x01_02_03_04_05_06)).toBe('01020304-0506-7fff-bfff-ffffffffffff');
  });

  it('sort as they were made, as text too', () => {
    const made = Array.from({ length: 100 }, (_, at) => timeOrderedId(randomUUID(), NOW + at));
    expect(made.toSorted()).toEqual(made);
  });

  it('are different ones in the same millisecond', () => {
    const made = Array.from({ length: 1000 }, () => timeOrderedId(randomUUID(), NOW));
    expect(new Set(made).size).toBe(made.length);
  });
});
