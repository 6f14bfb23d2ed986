import { Refusal } from '@feusa/contracts/refusals';
import { describe, expect, it } from '@jest/globals';
import { managerFor, type Directory } from './managers.js';

/** Ann leads Ben, and Ben leads Cas; there are two called Dee, and Eve was removed. */
const managers = new Map([
  ['ben', 'ann'],
  ['cas', 'ben'],
  ['eve', 'ann'],
]);
const names = new Map<string, string[]>([
  ...['Ann', 'Ben', 'Cas'].map((name) => [name, [name.toLowerCase()]] as [string, string[]]),
  ['Dee', ['dee', 'dee2']],
]);
const directory: Directory = {
  named: (name) => names.get(name) ?? [],
  isThere: (id) => [...names.values()].flat().includes(id),
  managerOf: (id) => managers.get(id),
};

type ManagerQuery = Parameters<typeof managerFor>[0];

/** The manager of Ann, or of somebody new. */
function ask(asked: Partial<ManagerQuery>): string | undefined {
  try {
    return managerFor({ id: 'new', manager: '', before: undefined, ...asked }, directory);
  } catch (fault) {
    if (fault instanceof Refusal) return fault.code;
    throw fault;
  }
}

describe('a manager who is not chosen', () => {
  it('is the only one of that name', () => {
    expect(ask({ manager: 'Cas' })).toBe('cas');
    expect(ask({ manager: 'Dee' })).toBeUndefined();
    expect(ask({ manager: 'The board' })).toBeUndefined();
  });
  it('is nobody where it is said so, and not oneself', () => {
    expect(ask({ manager: 'Cas', managerId: null })).toBeUndefined();
    expect(ask({ id: 'ann', manager: 'Ann' })).toBeUndefined();
  });
  it('stays who was chosen while the name stays', () => {
    const before = { manager: 'Dee', managerId: 'dee2' };
    expect(ask({ manager: 'Dee', before })).toBe('dee2');
    expect(ask({ manager: 'Cas', before })).toBe('cas');
  });
  it('stays who is gone, until another one has the name', () => {
    expect(ask({ manager: 'Eve', before: { manager: 'Eve', managerId: 'eve' } })).toBe('eve');
    expect(ask({ manager: 'Cas', before: { manager: 'Cas', managerId: 'eve' } })).toBe('cas');
  });
  it('is refused where that would be a loop, unless the name stood there before', () => {
    expect(ask({ id: 'ann', manager: 'Cas' })).toBe('manager/loop');
    expect(ask({ id: 'ann', manager: 'Cas', before: { manager: 'Cas' } })).toBeUndefined();
  });
});

describe('a manager who is chosen', () => {
  it('must be there, unless it was that one before', () => {
    expect(ask({ manager: 'Dee', managerId: 'dee2' })).toBe('dee2');
    expect(ask({ manager: 'Eve', managerId: 'eve' })).toBe('manager/not-found');
    const before = { manager: 'Eve', managerId: 'eve' };
    expect(ask({ manager: 'Eve', managerId: 'eve', before })).toBe('eve');
  });
  it('must not have the person above them, however far', () => {
    expect(ask({ id: 'ann', manager: 'Cas', managerId: 'cas' })).toBe('manager/loop');
    expect(ask({ id: 'ann', manager: 'Ann', managerId: 'ann' })).toBe('manager/loop');
    expect(ask({ id: 'cas', manager: 'Ann', managerId: 'ann' })).toBe('ann');
  });
});
