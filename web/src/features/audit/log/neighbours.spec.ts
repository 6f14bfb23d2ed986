import { describe, expect, it } from '@jest/globals';
import type { LogEvent } from '../log-event.js';
import { neighbours } from './neighbours.js';

/** A list of these positions, newest first. */
const listOf = (...positions: number[]) => {
  const rows = positions.map(String);
  const at = (row: number) => rows[row] && ({ position: rows[row] } as LogEvent);
  return {
    count: rows.length,
    indexOf: (position: string) => rows.indexOf(position),
    positionAt: (row: number) => rows[row],
    at: (row: number) => at(row) || undefined,
  };
};

describe('from an event', () => {
  const list = listOf(9, 7, 3);
  it.each([
    ['9', undefined, '7'],
    ['7', '9', '3'],
    ['3', '7', undefined],
  ])('on the list, %s, one comes to those beside it', (position, newer, older) =>
    expect(neighbours(list, position)).toEqual({ newer, older }),
  );

  it('that is not on it, to those beside it in the log', () => {
    expect(neighbours(list, '5')).toEqual({ newer: '6', older: '4' });
    expect(neighbours(list, '1')).toEqual({ newer: '2', older: undefined });
  });

  it('of the whole log, where rows are counted from its end, to none before the first', () => {
    const whole = {
      ...listOf(3, 2, 1),
      indexOf: (position: string) => Math.max(-1, 3 - Number(position)),
      positionAt: (row: number) => String(3 - row),
    };
    expect(neighbours(whole, '1')).toEqual({ newer: '2', older: undefined });
    expect(neighbours(whole, '0')).toEqual({ newer: '1', older: undefined });
    expect(neighbours(whole, '999999999')).toEqual({ newer: undefined, older: '3' });
  });

  it('beyond the end, to the end', () => {
    expect(neighbours(list, '999999999')).toEqual({ newer: undefined, older: '9' });
    expect(neighbours(list, '10')).toEqual({ newer: undefined, older: '9' });
    expect(neighbours(listOf(), '5')).toEqual({ newer: undefined, older: undefined });
  });

  it('before the beginning, to the beginning', () =>
    expect(neighbours(list, '0')).toEqual({ newer: '1', older: undefined }));

  it.each(['-5', '1.5', '1e3', 'nonsense', '', '99999999999999999999'])(
    'that is no position, %s, nowhere',
    (position) =>
      expect(neighbours(list, position)).toEqual({ newer: undefined, older: undefined }),
  );
});
