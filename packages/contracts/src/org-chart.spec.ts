import { describe, expect, it } from '@jest/globals';
import type { EmployeeView } from './employees.js';
import { orgChart } from './org-chart.js';

/** Somebody by their first name, with a manager's name, and an id where one was chosen. */
const person = (id: string, manager: string, managerId?: string): EmployeeView => ({
  ...{
    id,
    firstName: id,
    lastName: 'Doe',
    phoneNumber: '600 100 200',
    email: `${id}@feusa.example`,
  },
  ...{ role: 'Mechanic', location: 'Poznań', department: 'Workshop', manager },
  ...(managerId !== undefined && { managerId }),
  ...{ dateAdded: '21 Nov 2026', timestamp: 0, version: 1 },
});

describe('the org chart', () => {
  it('finds managers by their names, however these are written, and those who were chosen', () => {
    const { people, roots, unresolved } = orgChart([
      person('Ann', 'Ann Doe'),
      person('Ben', ' ann  DOE'),
      person('Cas', 'Somebody', 'Ben'),
    ]);
    expect(people.map(({ id, managerId }) => [id, managerId])).toEqual([
      ['Ann', null],
      ['Ben', 'Ann'],
      ['Cas', 'Ben'],
    ]);
    expect([roots, unresolved]).toEqual([['Ann'], []]);
  });
  it('says whose manager nobody knows: gone, unknown, or one of two', () => {
    const twins = [person('Dee', 'Dee Doe'), { ...person('Dee2', 'Dee Doe'), firstName: 'Dee' }];
    const { roots, unresolved, loops } = orgChart([
      ...twins,
      person('Eve', 'The board'),
      person('Fay', 'Gil Doe', 'Gil'),
      person('Hal', 'Dee Doe'),
    ]);
    expect(unresolved).toEqual(['Eve', 'Fay', 'Hal']);
    expect(roots).toEqual(['Dee', 'Dee2', 'Eve', 'Fay', 'Hal']);
    expect(loops).toEqual([]);
  });
  it('names each loop once, and nobody in or under it is at the top', () => {
    const { roots, loops } = orgChart([
      person('Zoe', 'Ann Doe'),
      person('Ann', 'Ben Doe'),
      person('Ben', 'Cas Doe'),
      person('Cas', 'Ann Doe'),
    ]);
    expect(loops).toEqual([['Ann', 'Ben', 'Cas']]);
    expect(roots).toEqual([]);
  });
});
