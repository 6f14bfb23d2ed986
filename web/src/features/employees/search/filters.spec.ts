import { describe, expect, it } from '@jest/globals';
import { readUrl, writeUrl } from '../directory/directory-url.js';
import { applyFilters, facetValues, noFilters, toggle } from './filters.js';
import { person } from '../employees.fixture.js';

const rows = [
  person('1', { location: 'Fargo', department: 'Sales' }),
  person('2', { location: 'Fargo', department: 'Service' }),
  person('3', { location: 'Omaha', department: 'Sales' }),
];
const fargo = toggle(noFilters, 'location', 'Fargo');
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);

describe('filters', () => {
  it('show everybody when none is chosen', () => expect(applyFilters(rows, noFilters)).toBe(rows));
  it('of one kind widen', () =>
    expect(ids(applyFilters(rows, toggle(fargo, 'location', 'Omaha')))).toEqual(['1', '2', '3']));
  it('of two kinds narrow', () =>
    expect(ids(applyFilters(rows, toggle(fargo, 'department', 'Sales')))).toEqual(['1']));
  it('count what each value would show', () => {
    expect(
      facetValues(rows, fargo, 'department').map(({ value, count }) => [value, count]),
    ).toEqual([
      ['Sales', 1],
      ['Service', 1],
    ]);
    expect(facetValues(rows, fargo, 'location').map(({ count }) => count)).toEqual([2, 1]);
  });
  it('keep a chosen value that nobody has any more', () =>
    expect(facetValues(rows, toggle(noFilters, 'location', 'Gone'), 'location')[1]).toEqual({
      value: 'Gone',
      count: 0,
      selected: true,
    }));
});

describe('the address', () => {
  it('carries the search, the filters and the person', () => {
    const url = { q: 'luk & co', filters: toggle(fargo, 'location', 'A, B'), person: 'id' };
    expect(readUrl(writeUrl(url))).toEqual(url);
  });
  it('is bare for everybody', () =>
    expect(writeUrl({ q: '  ', filters: noFilters, person: null })).toBe(''));
});
