import { describe, expect, it } from '@jest/globals';
import { describeEvent, eventTypes, typeLabel, withShortNames } from './describe.js';
import { fieldsOf } from './event/fields.js';
import type { EventDetails, LogEvent } from './log-event.js';

const event = (type: string, data: object) =>
  ({
    position: '9',
    stream: 'folder-1',
    version: 1,
    type,
    actor: 'system',
    data,
  }) as unknown as LogEvent;

describe('events in words', () => {
  const names = new Map([
    ['folder-1', 'Safety'],
    ['folder-2', 'Manuals'],
  ]);

  it('name what they are about, where that is known', () => {
    const removed = event('FolderRemoved', { parentId: null });
    expect(describeEvent(removed, names)).toBe('deleted the folder “Safety”');
    expect(describeEvent(removed, new Map())).toBe('deleted a folder');
    const moved = event('FolderMoved', { parentId: '2', fromParentId: null });
    expect(describeEvent(moved, names)).toBe('moved the folder “Safety” into “Manuals”');
    const out = event('FolderMoved', { parentId: null, fromParentId: '2' });
    expect(describeEvent(out, names)).toBe('moved the folder “Safety” to the top');
  });
  it('say what a renamed folder was called before, where that is known', () => {
    const renamed = event('FolderRenamed', { name: 'Security', parentId: null });
    const before = new Map([...names, ['9', 'Safety']]);
    expect(describeEvent(renamed, before)).toBe('renamed the folder “Safety” to “Security”');
    expect(describeEvent(renamed, names)).toBe('renamed a folder to “Security”');
  });
  it('name groups and people, a few of many', () => {
    const people = Array.from({ length: 7 }, (_, n) => [`user-${n}`, `Ann ${n}`] as const);
    const known = new Map([...names, ...people, ['group-8', 'Shop']]);
    const access = { read: ['8', '0'], manage: [] };
    const restricted = event('FolderAccessSet', { access });
    expect(describeEvent(restricted, known)).toBe(
      'restricted the folder “Safety”: Shop, Ann 0 may read it, nobody may manage it',
    );
    const asked = { ...event('AcknowledgementAsked', { fileVersion: 2 }), stream: 'file-1' };
    const ask = (from: object) =>
      describeEvent({ ...asked, data: { fileVersion: 2, from } } as LogEvent, known);
    expect(ask({ everyone: true })).toBe('asked everybody to acknowledge version 2 of a document');
    const users = people.map(([stream]) => stream.slice(5));
    expect(ask({ users })).toContain('asked Ann 0, Ann 1, Ann 2, Ann 3, Ann 4 and 2 others');
  });
  it('say which version a document was replaced by, and which one was restored', () => {
    const about = (type: string, data: object) => ({ ...event(type, data), stream: 'file-3' });
    const known = new Map([['file-3', 'Plan.pdf']]);
    const replaced = about('FileReplaced', { fileVersion: 2, note: 'New prices' });
    expect(describeEvent(replaced as LogEvent, known)).toBe(
      'replaced the document “Plan.pdf” by version 2: “New prices”',
    );
    const restored = about('FileVersionRestored', { fileVersion: 3, from: 1 });
    expect(describeEvent(restored as LogEvent, known)).toBe(
      'restored version 1 of the document “Plan.pdf”',
    );
  });
  it('tell of documents and links that are renamed, moved, copied and edited', () => {
    const known = new Map([...names, ['file-1', 'a.pdf'], ['link-1', 'Rain'], ['9', 'Old']]);
    const words = (stream: string, type: string, data: object) =>
      describeEvent({ ...event(type, data), stream } as LogEvent, known);
    const place = { folderId: '2', fromFolderId: '1' };
    expect(words('file-1', 'FileRenamed', { name: 'a.pdf' })).toBe(
      'renamed the document “Old” to “a.pdf”',
    );
    expect(words('file-1', 'FileMoved', place)).toBe('moved the document “a.pdf” into “Manuals”');
    expect(words('file-2', 'FileAdded', { ...place, name: 'a.pdf', copyOf: '1' })).toBe(
      'copied the document “a.pdf” into “Manuals”',
    );
    const rain = { name: 'Rain', link: 'https://rain.example/' };
    expect(words('link-1', 'LinkEdited', rain)).toBe(
      'changed the link “Old” to “Rain”, which opens https://rain.example/',
    );
    expect(words('link-1', 'LinkMoved', place)).toBe('moved the link “Rain” into “Manuals”');
  });
  it('show a type that is not known yet', () =>
    expect(describeEvent(event('FolderPainted', {}), new Map())).toBe('FolderPainted'));
  it('keep the ending of a long name where there is little room', () => {
    const row = (name: string) => withShortNames(`added “${name}” in “Manuals”`, 20);
    expect(row('A catalogue of tractors 2026.pdf')).toBe(
      'added “A catalog…s 2026.pdf” in “Manuals”',
    );
    expect(row('🚜'.repeat(20))).toBe(`added “${'🚜'.repeat(20)}” in “Manuals”`);
  });
  it('label types', () => {
    expect(typeLabel('UserRoleSet')).toBe('User role set');
    expect(eventTypes).toContain('EmployeeRestored');
  });

  it('compare a thing field by field', () => {
    const details = (before: object | null, after: object | null) =>
      ({ before, after }) as unknown as EventDetails;
    const was = { name: 'Safety', parentId: null, removedAt: null };
    const [name, place] = fieldsOf(details(was, { ...was, parentId: '2' }), names);
    expect(name).toEqual({ label: 'Name', before: 'Safety', after: 'Safety', changed: false });
    expect(place).toEqual({ label: 'Folder', before: 'the top', after: 'Manuals', changed: true });
    expect(fieldsOf(details(was, { ...was, parentId: '2' }), names)).toHaveLength(2);
    expect(fieldsOf(details(null, was), names)[0]).toMatchObject({
      before: undefined,
      changed: true,
    });
    expect(fieldsOf(details(null, null), names)).toEqual([]);
  });
});
