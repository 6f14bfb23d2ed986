import { expect, it } from '@jest/globals';
import { fieldChanges, changesSince } from './since.js';

interface Thing {
  readonly id: string;
  readonly name: string;
  readonly role?: string;
}
const words = {
  nameOf: ({ name }: Thing) => name,
  changes: (then: Thing, now: Thing) =>
    fieldChanges(then, now, [
      ['name', 'name'],
      ['role', 'role'],
    ]),
};

it('tells what was removed, changed and added, and nothing of what is the same', () => {
  const then = [
    { id: '1', name: 'Same' },
    { id: '2', name: 'Old', role: 'Driver' },
    { id: '3', name: 'Gone' },
  ];
  const now = [
    { id: '4', name: 'New' },
    { id: '2', name: 'Renamed' },
    { id: '1', name: 'Same' },
  ];
  expect(changesSince<Thing>(then, now, words)).toEqual([
    { id: '2', name: 'Old', kind: 'changed', detail: 'name: now Renamed; role: now none' },
    { id: '3', name: 'Gone', kind: 'removed', detail: '' },
    { id: '4', name: 'New', kind: 'added', detail: '' },
  ]);
  expect(changesSince<Thing>(then, then, words)).toEqual([]);
});
