import { describe, expect, it } from '@jest/globals';
import { arrange } from './hold-back.js';

const busy = { busy: true, lastVisible: 2, own: new Set<string>() };

describe('arrange', () => {
  it('follows the list while nobody is in it', () =>
    expect(arrange(['a', 'b'], ['x', 'a', 'b'], { ...busy, busy: false })).toEqual({
      ids: ['x', 'a', 'b'],
      held: 0,
    }));

  it('holds what would move an entry in view', () =>
    expect(arrange(['a', 'b', 'c'], ['x', 'a', 'b', 'c', 'y'], busy)).toEqual({
      ids: ['a', 'b', 'c'],
      held: 2,
    }));

  it('lets happen what is below the view', () =>
    expect(arrange(['a', 'b', 'c', 'd'], ['a', 'b', 'c', 'x', 'd'], busy).held).toBe(0));

  it('counts a removal and a move as one each', () =>
    expect(arrange(['a', 'b', 'c', 'd'], ['c', 'b', 'd'], busy).held).toBe(2));

  it('counts one entry that moved far as one', () =>
    expect(arrange(['a', 'b', 'c', 'd'], ['d', 'a', 'b', 'c'], busy).held).toBe(1));

  it('never holds back an own change', () =>
    expect(
      arrange(['a', 'b', 'c'], ['x', 'a', 'b', 'c'], { ...busy, own: new Set(['x']) }),
    ).toEqual({ ids: ['x', 'a', 'b', 'c'], held: 0 }));

  it('changes nothing when nothing changed', () =>
    expect(arrange(['a', 'b'], ['a', 'b'], { ...busy, lastVisible: 50 })).toEqual({
      ids: ['a', 'b'],
      held: 0,
    }));
});
