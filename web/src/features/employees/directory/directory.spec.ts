import { describe, expect, it } from '@jest/globals';
import { applyChanges, directoryOf, withOwn } from './directory.js';
import { person } from '../employees.fixture.js';

const named = (firstName: string, lastName = 'Q', version = 1) =>
  person(`${firstName} ${lastName}`, { firstName, lastName, version });
const names = ({ rows }: { rows: readonly { id: string }[] }) => rows.map(({ id }) => id.trim());
const start = directoryOf(['Åsa', 'Zoe', 'Ann', 'Émile', 'bert'].map((name) => named(name)));

describe('the directory', () => {
  it('sorts by first name as people do', () =>
    expect(names(start)).toEqual(['Ann Q', 'Åsa Q', 'bert Q', 'Émile Q', 'Zoe Q']));

  it('then by last name', () =>
    expect(names(directoryOf([named('Ann', 'Berg'), named('Ann', 'Aas')]))).toEqual([
      'Ann Aas',
      'Ann Berg',
    ]));

  it('puts a new person in place', () =>
    expect(names(applyChanges(start, [{ id: 'Carl Q', value: named('Carl') }]))).toEqual([
      ...['Ann Q', 'Åsa Q', 'bert Q', 'Carl Q', 'Émile Q', 'Zoe Q'],
    ]));

  it('moves a renamed person', () => {
    const renamed = person('Ann Q', { firstName: 'Yann', lastName: 'Q', version: 2 });
    expect(names(applyChanges(start, [{ id: 'Ann Q', value: renamed }])).indexOf('Ann Q')).toBe(3);
  });

  it('takes a person away, once', () => {
    const less = applyChanges(start, [{ id: 'bert Q' }]);
    expect(names(less)).not.toContain('bert Q');
    expect(applyChanges(less, [{ id: 'bert Q' }])).toBe(less);
  });

  it('does not go back to an older version', () => {
    const newer = applyChanges(start, [{ id: 'Ann Q', value: named('Ann', 'Q', 3) }]);
    expect(applyChanges(newer, [{ id: 'Ann Q', value: named('Ann', 'Q', 2) }])).toBe(newer);
  });

  it('takes many changes as it takes one after the other', () => {
    const many = Array.from({ length: 200 }, (_, n) => {
      const value = named(`P${(n * 7919) % 97}`, `L${n % 13}`, n + 1);
      return n % 5 === 0 ? { id: value.id } : { id: value.id, value };
    });
    const oneByOne = many.reduce((list, change) => applyChanges(list, [change]), start);
    expect(names(applyChanges(start, many))).toEqual(names(oneByOne));
  });
});

describe('own changes', () => {
  const own = (row: ReturnType<typeof named> | null, id = row?.id ?? '') => [
    { list: 'directory', id, row },
  ];

  it('are shown at once', () =>
    expect(names(withOwn(start, own(named('Carl', 'Q', 0))))).toContain('Carl Q'));

  it('take a person out, and leave everything where there are none', () => {
    expect(names(withOwn(start, own(null, 'Ann Q')))).not.toContain('Ann Q');
    expect(withOwn(start, [])).toBe(start);
  });

  it('make way for the row of the server', () => {
    const arrived = applyChanges(start, [{ id: 'Carl Q', value: named('Carl', 'Q', 1) }]);
    expect(withOwn(arrived, own(named('Carl', 'Q', 0))).byId.get('Carl Q')?.version).toBe(1);
  });

  it('follow each other: the last counts', () => {
    const changes = [...own(null, 'Ann Q'), ...own(named('Ann', 'Q', 2))];
    expect(withOwn(start, changes).byId.get('Ann Q')?.version).toBe(2);
  });

  it('do not hide what somebody else did later', () => {
    const theirs = applyChanges(start, [{ id: 'Ann Q', value: named('Ann', 'Q', 4) }]);
    expect(withOwn(theirs, own(named('Ann'))).byId.get('Ann Q')?.version).toBe(4);
  });
});
