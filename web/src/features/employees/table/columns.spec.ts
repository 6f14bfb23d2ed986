import { describe, expect, it } from '@jest/globals';
import { person } from '../employees.fixture.js';
import { nextSort, sortedBy, type ColumnId } from './columns.js';

const people = [
  person('1', { firstName: 'Ann', role: 'welder', mobile: '(402) 555-0199', timestamp: 3 }),
  person('2', { firstName: 'Ben', role: 'Driver 10', timestamp: 1 }),
  person('3', { firstName: 'Cas', role: 'driver 9', mobile: '4025550100', timestamp: 2 }),
];
const order = (by: ColumnId, isDown = false) =>
  sortedBy(people, { by, isDown }).map(({ id }) => id);

describe('a table of people', () => {
  it('is sorted by any column, as people count and spell', () => {
    expect(order('role')).toEqual(['3', '2', '1']);
    expect(order('role', true)).toEqual(['1', '2', '3']);
    expect(order('mobile')).toEqual(['3', '1', '2']);
    expect(order('added')).toEqual(['2', '3', '1']);
    expect(order('name', true)).toEqual(['3', '2', '1']);
  });
  it('keeps equal ones in the order of the directory, and all of it without a column', () => {
    expect(order('location', true)).toEqual(['1', '2', '3']);
    expect(sortedBy(people, null)).toBe(people);
  });
  it('goes up, down and back with clicks', () => {
    const up = nextSort(null, 'role');
    expect(up).toEqual({ by: 'role', isDown: false });
    const down = nextSort(up, 'role');
    expect(down).toEqual({ by: 'role', isDown: true });
    expect(nextSort(down, 'role')).toBeNull();
    expect(nextSort(down, 'email')).toEqual({ by: 'email', isDown: false });
  });
});
