import { describe, expect, it } from '@jest/globals';
import { ChangedEmployees } from './changed-employees.js';

const seen = (changed: ChangedEmployees, position: number) => {
  const ids = changed.since(position);
  return ids && [...ids];
};

describe('people who changed since a position', () => {
  it('are named once, the position itself left out', () => {
    const changed = new ChangedEmployees(10);
    for (const [id, position] of [
      ['ada', 11],
      ['bob', 12],
      ['ada', 15],
    ] as const)
      changed.add(id, position);
    expect(seen(changed, 10)).toEqual(['ada', 'bob']);
    expect(seen(changed, 11)).toEqual(['bob', 'ada']);
    expect(seen(changed, 15)).toEqual([]);
  });

  it('are not known from before the start, and never before anything is loaded', () => {
    expect(seen(new ChangedEmployees(10), 9)).toBeUndefined();
    expect(seen(new ChangedEmployees(), 1_000_000)).toBeUndefined();
  });

  it('are forgotten beyond the bound, and it says so', () => {
    const changed = new ChangedEmployees(0, 3);
    for (let position = 1; position <= 100; position++) changed.add(`p${position}`, position);
    const known = Array.from({ length: 101 }, (_, position) => seen(changed, position));
    const first = known.findIndex((ids) => ids !== undefined);
    expect(first).toBeGreaterThan(90);
    for (let position = first; position <= 100; position++)
      expect(known[position]).toEqual(
        Array.from({ length: 100 - position }, (_, index) => `p${position + 1 + index}`),
      );
    expect(known.slice(0, first).every((ids) => ids === undefined)).toBe(true);
  });
});
