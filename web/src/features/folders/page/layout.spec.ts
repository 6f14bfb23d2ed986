import { describe, expect, it } from '@jest/globals';

Object.assign(globalThis, { localStorage: { getItem: () => null, setItem: () => undefined } });
const { gridsIn, withGrid } = await import('./layout.js');

describe('which folders are shown as a grid', () => {
  it('are those stored, whatever else is found there', () => {
    expect(gridsIn('["a","b"]')).toEqual(['a', 'b']);
    for (const stored of [null, '', '{', '7', '{"a":1}', '[1,null]'])
      expect(gridsIn(stored)).toEqual([]);
  });

  it('are the chosen ones, the last at the end', () => {
    expect(withGrid(['a', 'b'], 'a', true)).toEqual(['b', 'a']);
    expect(withGrid(['a', 'b'], 'a', false)).toEqual(['b']);
  });

  it('are bounded: the one chosen longest ago is forgotten first', () => {
    const many = Array.from({ length: 600 }, (_, n) => `folder ${n}`);
    expect(gridsIn(JSON.stringify(many))).toHaveLength(500);
    expect(withGrid(many.slice(0, 500), 'new', true).at(0)).toBe('folder 1');
  });
});
