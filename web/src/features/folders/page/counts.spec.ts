import type { Change } from '@feusa/contracts/live';
import { describe, expect, it } from '@jest/globals';
import { countOn } from './counts.js';

const said = { counts: { a: 2, b: 0 }, position: '10' };
const tiles = [
  { id: 'a', version: 1 },
  { id: 'b', version: 4 },
];
const change = (folder: string, position: number, what: Partial<Change>): Change =>
  ({ topic: `folder:${folder}`, position: String(position), id: 'x', ...what }) as Change;
const put = (version: number) => ({ op: 'put', value: { version } }) as const;
const gone = { op: 'remove' } as const;

describe('counts of folders', () => {
  it('follow what is added and removed', () => {
    const later = [change('a', 11, put(1)), change('b', 12, put(1)), change('a', 13, gone)];
    expect(countOn(said, tiles, later)).toEqual({ counts: { a: 2, b: 1 }, isUnsure: false });
  });

  it('take nothing that the server has counted, and nothing twice', () => {
    const later = [change('a', 10, put(1)), change('a', 11, put(1)), change('a', 11, put(1))];
    expect(countOn(said, tiles, later)).toEqual({ counts: { a: 3, b: 0 }, isUnsure: false });
  });

  it('are asked for where what is put may have been there before, and else stay as they are', () => {
    const later = [change('a', 11, put(2)), change('b', 12, put(1))];
    expect(countOn(said, tiles, later)).toEqual({ counts: { a: 2, b: 1 }, isUnsure: true });
    const again = { counts: { a: 3, b: 1 }, position: '12' };
    expect(countOn(again, tiles, later)).toEqual({ counts: again.counts, isUnsure: false });
  });

  it('begin at nothing for a new folder, and are asked for of one that came from elsewhere', () => {
    const fresh = countOn(said, [...tiles, { id: 'c', version: 1 }], [change('c', 12, put(1))]);
    expect(fresh).toEqual({ counts: { a: 2, b: 0, c: 1 }, isUnsure: false });
    const moved = countOn(said, [...tiles, { id: 'd', version: 3 }], []);
    expect(moved).toEqual({ counts: { a: 2, b: 0 }, isUnsure: true });
  });

  it('leave alone what happens in folders that are not shown', () => {
    const later = [change('z', 11, put(1)), change('z', 12, gone), change('z', 13, put(7))];
    expect(countOn(said, tiles, later)).toEqual({ counts: said.counts, isUnsure: false });
  });

  it('are asked for where they do not add up, or are counted on for long', () => {
    expect(countOn(said, tiles, [change('b', 11, gone)])).toMatchObject({ isUnsure: true });
    const many = Array.from({ length: 201 }, (_, at) => change('a', 11 + at, put(1)));
    expect(countOn(said, tiles, many)).toMatchObject({ isUnsure: true });
  });
});
