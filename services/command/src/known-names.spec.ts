import { describe, expect, it } from '@jest/globals';
import { KnownNames, NameNotKnown } from './known-names.js';

const plan = { folder: 'a', name: 'Plan' };
const stream = 'link-1';

describe('names that are known', () => {
  it('are those that were looked for, of any folder', () => {
    const names = new KnownNames();
    names.take([plan, { folder: null, name: 'Plan' }], [{ ...plan, stream }]);
    expect(names.named('Plan', 'a')).toEqual([{ id: '1', kind: 'link', name: 'Plan' }]);
    expect(names.named('Plan', null)).toEqual([]);
    expect(names.missing([plan, { ...plan, name: 'Map' }, { ...plan, name: 'Map' }])).toEqual([
      { ...plan, name: 'Map' },
    ]);
    expect(() => names.named('Map', 'a')).toThrow(NameNotKnown);
  });

  it('are all of a folder that was listed', () => {
    const names = new KnownNames();
    names.takeWhole(['a'], [{ ...plan, stream }]);
    expect(names.named('Map', 'a')).toEqual([]);
    expect(names.missing([{ ...plan, name: 'Map' }])).toEqual([]);
    expect(names.isWhole('a')).toBe(true);
    expect(names.in('a').map(({ name }) => name)).toEqual(['Plan']);
  });

  it('follow what is renamed, moved and removed', () => {
    const names = new KnownNames();
    const map = { folder: 'b', name: 'Map' };
    names.take([plan, map], [{ ...plan, stream }]);
    names.rename(stream, { ...plan, removed: false }, { ...map, removed: false });
    expect(names.named('Plan', 'a')).toEqual([]);
    expect(names.named('Map', 'b')).toHaveLength(1);
    names.rename(stream, { ...map, removed: false }, { ...map, removed: true });
    expect(names.named('Map', 'b')).toEqual([]);
  });

  it('are none after they were forgotten', () => {
    const names = new KnownNames();
    names.takeWhole([null], []);
    names.clear();
    expect(() => names.named('Map', null)).toThrow(NameNotKnown);
    expect(names.size).toBe(0);
  });
});
