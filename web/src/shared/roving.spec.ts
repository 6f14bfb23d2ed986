import { describe, expect, it } from '@jest/globals';
import { stepFrom } from './roving.js';

const folders = { ids: ['f1', 'f2', 'f3', 'f4', 'f5', 'f6', 'f7'], columns: 6 };
const files = { ids: ['d1', 'd2'], columns: 1 };
const runs = [folders, files, { ids: [], columns: 1 }];

describe('arrows', () => {
  it.each([
    ['f1', 'ArrowRight', 'f2'],
    ['f6', 'ArrowRight', 'f7'],
    ['f7', 'ArrowRight', 'd1'],
    ['d1', 'ArrowLeft', 'f7'],
    ['f1', 'ArrowDown', 'f7'],
    ['f3', 'ArrowDown', 'f7'],
    ['f7', 'ArrowDown', 'd1'],
    ['d1', 'ArrowUp', 'f7'],
    ['f7', 'ArrowUp', 'f1'],
    ['d2', 'Home', 'f1'],
    ['f1', 'End', 'd2'],
    ['f2', 'PageDown', 'd2'],
  ])('from %s by %s to %s', (from, key, to) => expect(stepFrom(runs, from, key)).toBe(to));

  it('stop at the ends', () => {
    expect(stepFrom(runs, 'f1', 'ArrowLeft')).toBeUndefined();
    expect(stepFrom(runs, 'd2', 'ArrowRight')).toBeUndefined();
    expect(stepFrom(runs, 'd2', 'ArrowDown')).toBe('d2');
  });

  it('begin at the first entry when the current one has gone', () =>
    expect(stepFrom(runs, 'removed', 'ArrowDown')).toBe('f1'));
});
