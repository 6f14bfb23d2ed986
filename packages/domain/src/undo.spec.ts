import type { DomainEvent, StoredEvent } from '@feusa/contracts/events';
import { describe, expect, it } from '@jest/globals';
import { compensate, isUndone } from './undo.js';

const person = {
  ...{ firstName: 'Ann', lastName: 'Miller', phoneNumber: '600 100 200', role: 'Mechanic' },
  ...{ email: 'ann@feusa.example', location: 'Poznań', department: 'Workshop', manager: 'Sam' },
};
const image = { blob: 'ab'.repeat(32), mediaType: 'image/png' };

type Told = readonly [event: DomainEvent, undoes?: string];

/** The events of one stream, numbered from 1, which is their id, too. */
const historyOf = (noun: string, told: readonly Told[]): StoredEvent[] =>
  told.map(([event, undoes], index) => ({
    ...event,
    ...{ position: index + 10, id: String(index + 1), stream: `${noun}-p1`, version: index + 1 },
    ...{ schemaVersion: 1, at: '2026-11-21T08:00:00.000Z', actor: 'ann' },
    ...{ commandId: `command ${index}`, correlationId: 'a request' },
    ...(undoes && { undoes }),
  }));
const undone = (noun: string, which: number, ...told: readonly Told[]) => {
  const history = historyOf(noun, told);
  return compensate(history[which - 1]!, { history, held: [] });
};
const added: Told = [{ type: 'EmployeeAdded', data: { ...person, image } }];
const updated = (change: object, undoes?: string): Told => [
  { type: 'EmployeeUpdated', data: { ...person, ...change } },
  undoes ?? '',
];

const folder: Told = [{ type: 'FolderAdded', data: { name: 'Plans', parentId: 'manuals' } }];
const named = (name: string): Told => [
  { type: 'FolderRenamed', data: { name, parentId: 'archive' } },
];
const movedTo = (parentId: string, name?: string): Told => [
  { type: 'FolderMoved', data: { parentId, fromParentId: 'manuals', ...(name && { name }) } },
];

describe('taking an event back', () => {
  it('gives a person the earlier fields and picture, at the version that stands', () => {
    expect(undone('employee', 2, added, updated({ role: 'Foreman' }))).toMatchObject({
      whole: {
        command: { name: 'update-employee', body: { id: 'p1', version: 2, role: 'Mechanic' } },
        prepared: image,
      },
      conflicts: [],
    });
  });
  it('leaves alone what was changed since, and says by what', () => {
    const verdict = undone(
      'employee',
      2,
      added,
      updated({ role: 'Foreman', location: 'Kraków', image }),
      updated({ role: 'Driver', location: 'Kraków', image }),
    );
    expect(verdict).toMatchObject({
      whole: { command: { body: { role: 'Mechanic', location: 'Poznań' } } },
      rest: { command: { body: { role: 'Driver', location: 'Poznań' } } },
      conflicts: [{ field: 'role', was: 'Foreman', is: 'Driver', since: { id: '3' } }],
    });
  });
  it('has nothing left to do where that is undone, or as it was before', () => {
    const change = updated({ role: 'Foreman', image });
    expect(undone('employee', 2, added, change, updated({ image }, '2'))).toEqual({
      cannot: 'undone',
    });
    expect(undone('employee', 2, added, change, updated({ image }))).toEqual({
      cannot: 'as-before',
    });
  });
  it('can be done again once its undo is undone', () => {
    const [event, ...later] = historyOf('employee', [
      updated({ role: 'Foreman' }),
      updated({}, '1'),
      updated({ role: 'Foreman' }, '2'),
    ]);
    expect(isUndone(event!, later)).toBe(false);
    expect(isUndone(event!, later.slice(0, 1))).toBe(true);
  });
  it('gives a folder that was renamed as it was moved its place and its name', () => {
    const told = [folder, movedTo('archive', 'Plans (2)')] as const;
    expect(undone('folder', 2, ...told)).toEqual({
      whole: {
        command: { name: 'move-folder', body: { id: 'p1', parentId: 'manuals' } },
        prepared: { name: 'Plans' },
        changes: [
          { field: 'name', from: 'Plans (2)', to: 'Plans' },
          { field: 'place', from: 'archive', to: 'manuals' },
        ],
      },
      conflicts: [],
    });
    const plain = undone('folder', 2, folder, movedTo('archive'));
    expect(plain).not.toHaveProperty('whole.prepared');
  });
  it('gives it what is left of the two where the other was changed since', () => {
    const told = [folder, movedTo('archive', 'Plans (2)')] as const;
    const body = { id: 'p1' };
    expect(undone('folder', 2, ...told, named('Drawings'))).toMatchObject({
      whole: { command: { name: 'move-folder' }, prepared: { name: 'Plans' } },
      rest: { command: { name: 'move-folder', body: { ...body, parentId: 'manuals' } } },
      conflicts: [{ field: 'name', was: 'Plans (2)', is: 'Drawings' }],
    });
    expect(undone('folder', 2, ...told, movedTo('attic'))).toMatchObject({
      rest: { command: { name: 'rename-folder', body: { ...body, name: 'Plans' } } },
      conflicts: [{ field: 'place', was: 'archive', is: 'attic' }],
    });
    const moved = undone('folder', 2, ...told, named('Plans'));
    expect(moved).toMatchObject({ whole: { command: { name: 'move-folder' } }, conflicts: [] });
    expect(moved).not.toHaveProperty('whole.prepared');
    expect(undone('folder', 2, ...told, movedTo('manuals'))).toMatchObject({
      whole: { command: { name: 'rename-folder', body: { ...body, name: 'Plans' } } },
      conflicts: [],
    });
  });
  it('never puts back what was erased', () => {
    const erased = Object.fromEntries(Object.keys(person).map((field) => [field, '[erased]']));
    const removed: Told = [{ type: 'EmployeeRemoved', data: {} }];
    const told = [updated(erased), updated({ ...erased, role: 'Driver' }), removed] as const;
    expect(undone('employee', 2, told[0], told[1])).toEqual({ cannot: 'erased' });
    expect(undone('employee', 3, ...told)).toEqual({ cannot: 'erased' });
  });
});
