import type { DomainEvent, StoredEvent } from '@feusa/contracts/events';
import { describe, expect, it } from '@jest/globals';
import { compensate, isUndone } from './undo.js';

const person = {
  ...{ firstName: 'Ann', lastName: 'Miller', phoneNumber: '600 100 200', role: 'Mechanic' },
  ...{ email: 'ann@feusa.example', location: 'Poznań', department: 'Workshop', manager: 'Sam' },
};
const image = { blob: 'ab'.repeat(32), mediaType: 'image/png' };

type HistoryEntry = readonly [event: DomainEvent, undoes?: string];

/** The events of one stream, numbered from 1, which is their id, too. */
const historyOf = (noun: string, entries: readonly HistoryEntry[]): StoredEvent[] =>
  entries.map(([event, undoes], index) => ({
    ...event,
    ...{ position: index + 10, id: String(index + 1), stream: `${noun}-p1`, version: index + 1 },
    ...{ schemaVersion: 1, at: '2026-11-21T08:00:00.000Z', actor: 'ann' },
    ...{ commandId: `command ${index}`, correlationId: 'a request' },
    ...(undoes && { undoes }),
  }));
const undone = (noun: string, which: number, ...entries: readonly HistoryEntry[]) => {
  const history = historyOf(noun, entries);
  return compensate(history[which - 1]!, { history, held: [] });
};
const added: HistoryEntry = [{ type: 'EmployeeAdded', data: { ...person, image } }];
const updated = (change: object, undoes?: string): HistoryEntry => [
  { type: 'EmployeeUpdated', data: { ...person, ...change } },
  undoes ?? '',
];

const folder: HistoryEntry = [
  { type: 'FolderAdded', data: { name: 'Plans', parentId: 'manuals' } },
];
const named = (name: string): HistoryEntry => [
  { type: 'FolderRenamed', data: { name, parentId: 'archive' } },
];
const movedTo = (parentId: string, name?: string): HistoryEntry => [
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
  it('of asking to acknowledge stands aside where others were asked since', () => {
    const plan = { folderId: 'manuals', name: 'Plan.pdf', blob: 'ab'.repeat(32), size: 1 };
    const file: HistoryEntry = [
      { type: 'FileAdded', data: { ...plan, mediaType: 'application/pdf' } },
    ];
    const asked = (user: string): HistoryEntry => [
      {
        type: 'AcknowledgementAsked',
        data: { folderId: 'manuals', fileVersion: 1, from: { users: [user] } },
      },
    ];
    const withdrawn: HistoryEntry = [
      { type: 'AcknowledgementWithdrawn', data: { folderId: 'manuals' } },
    ];
    expect(undone('file', 2, file, asked('sam'), asked('kim'))).toEqual({ cannot: 'asked-since' });
    expect(undone('file', 2, file, asked('sam'), withdrawn)).toEqual({ cannot: 'as-before' });
    expect(undone('file', 3, file, asked('sam'), withdrawn, asked('kim'))).toEqual({
      cannot: 'asked-since',
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
    const entries = [folder, movedTo('archive', 'Plans (2)')] as const;
    expect(undone('folder', 2, ...entries)).toEqual({
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
    const entries = [folder, movedTo('archive', 'Plans (2)')] as const;
    const body = { id: 'p1' };
    expect(undone('folder', 2, ...entries, named('Drawings'))).toMatchObject({
      whole: { command: { name: 'move-folder' }, prepared: { name: 'Plans' } },
      rest: { command: { name: 'move-folder', body: { ...body, parentId: 'manuals' } } },
      conflicts: [{ field: 'name', was: 'Plans (2)', is: 'Drawings' }],
    });
    expect(undone('folder', 2, ...entries, movedTo('attic'))).toMatchObject({
      rest: { command: { name: 'rename-folder', body: { ...body, name: 'Plans' } } },
      conflicts: [{ field: 'place', was: 'archive', is: 'attic' }],
    });
    const moved = undone('folder', 2, ...entries, named('Plans'));
    expect(moved).toMatchObject({ whole: { command: { name: 'move-folder' } }, conflicts: [] });
    expect(moved).not.toHaveProperty('whole.prepared');
    expect(undone('folder', 2, ...entries, movedTo('manuals'))).toMatchObject({
      whole: { command: { name: 'rename-folder', body: { ...body, name: 'Plans' } } },
      conflicts: [],
    });
  });
  it('gives a document its name and its folder back', () => {
    const content = { blob: 'ab'.repeat(32), size: 1, mediaType: 'application/pdf' };
    const file: HistoryEntry = [
      { type: 'FileAdded', data: { folderId: 'manuals', name: 'a.pdf', ...content } },
    ];
    const renamed: HistoryEntry = [
      { type: 'FileRenamed', data: { folderId: 'manuals', name: 'b.pdf' } },
    ];
    const movedAs = (name?: string): HistoryEntry => [
      {
        type: 'FileMoved',
        data: { folderId: 'forms', fromFolderId: 'manuals', ...(name && { name }) },
      },
    ];
    const back = { name: 'move-file', body: { id: 'p1', folderId: 'manuals' } };
    expect(undone('file', 2, file, renamed)).toMatchObject({
      whole: { command: { name: 'rename-file', body: { id: 'p1', name: 'a.pdf' } } },
      conflicts: [],
    });
    const plain = undone('file', 2, file, movedAs());
    expect(plain).toMatchObject({ whole: { command: back }, conflicts: [] });
    expect(plain).not.toHaveProperty('whole.prepared');
    expect(undone('file', 2, file, movedAs('a (2).pdf'))).toMatchObject({
      whole: { command: back, prepared: { name: 'a.pdf' } },
    });
    expect(undone('file', 2, file, movedAs('a (2).pdf'), renamed)).toMatchObject({
      rest: { command: back },
      conflicts: [{ field: 'name', was: 'a (2).pdf', is: 'b.pdf' }],
    });
    expect(undone('file', 1, file, renamed)).toMatchObject({
      whole: { command: { name: 'remove-file' } },
      conflicts: [{ field: 'name', was: 'a.pdf', is: 'b.pdf' }],
    });
  });
  it('gives a link its name, its address and its folder back', () => {
    const [link, other] = ['https://a.example/', 'https://b.example/'];
    const added: HistoryEntry = [
      { type: 'LinkAdded', data: { folderId: 'manuals', name: 'A', link } },
    ];
    const edited = (name: string, link: string): HistoryEntry => [
      { type: 'LinkEdited', data: { folderId: 'manuals', name, link } },
    ];
    const moved: HistoryEntry = [
      { type: 'LinkMoved', data: { folderId: 'forms', fromFolderId: 'manuals', name: 'A (2)' } },
    ];
    expect(undone('link', 2, added, edited('B', other))).toMatchObject({
      whole: { command: { name: 'edit-link', body: { id: 'p1', name: 'A', link } } },
      conflicts: [],
    });
    expect(undone('link', 2, added, edited('A', other), edited('C', other))).toMatchObject({
      whole: { command: { body: { name: 'C', link } } },
      conflicts: [],
    });
    expect(undone('link', 2, added, moved)).toMatchObject({
      whole: {
        command: { name: 'move-link', body: { id: 'p1', folderId: 'manuals' } },
        prepared: { name: 'A' },
      },
    });
  });
  it('never puts back what was erased', () => {
    const erased = Object.fromEntries(Object.keys(person).map((field) => [field, '[erased]']));
    const removed: HistoryEntry = [{ type: 'EmployeeRemoved', data: {} }];
    const entries = [updated(erased), updated({ ...erased, role: 'Driver' }), removed] as const;
    expect(undone('employee', 2, entries[0], entries[1])).toEqual({ cannot: 'erased' });
    expect(undone('employee', 3, ...entries)).toEqual({ cannot: 'erased' });
  });
});
