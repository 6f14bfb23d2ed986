import type { DomainEvent } from '@feusa/contracts/events';
import { describe, expect, it } from '@jest/globals';
import type { DocContext } from './doc.js';
import { files, type FileCommand } from './docs.js';
import { specOf } from './test-decider.js';
import { NOTHING, thingAfter } from './things.js';
import { compensate } from './undo.js';

const { given } = specOf(files);
const pdf = { size: 4711, mediaType: 'application/pdf' };
const a = { blob: 'a'.repeat(64), ...pdf };
const b = { blob: 'b'.repeat(64), ...pdf };
const folderId = 'manuals';
const context: DocContext = {
  id: 'f1',
  by: { id: 'ann', mayRestoreAll: true },
  folders: () => ({ parentId: null, removed: false }),
};
const holding = (content: typeof a, name = 'new.pdf') => ({
  ...context,
  file: { name, ...content },
});

const added = (name = 'Plan.pdf') =>
  ({ type: 'FileAdded', data: { folderId, name, ...a } }) as const;
const replaced = (fileVersion: number, content: typeof a) =>
  ({ type: 'FileReplaced', data: { folderId, fileVersion, ...content } }) as const;
const restored = (fileVersion: number, from: number, content: typeof a) =>
  ({ type: 'FileVersionRestored', data: { folderId, fileVersion, from, ...content } }) as const;
const removed = { type: 'FileRemoved', data: { folderId } } as const;
const replace = (note?: string): FileCommand => ({
  name: 'replace-file',
  body: { id: 'f1', uploadId: 'u1', ...(note && { note }) },
});
const restore = (fileVersion: number): FileCommand => ({
  name: 'restore-file-version',
  body: { id: 'f1', fileVersion },
});

describe('replacing a file', () => {
  it('makes the next version, with a note where there is one', () => {
    given(added()).when(replace(), holding(b)).then(replaced(2, b));
    given(added(), replaced(2, b))
      .when(replace('As it was'), holding(a))
      .then({ type: 'FileReplaced', data: { folderId, fileVersion: 3, ...a, note: 'As it was' } });
  });
  it('by the bytes that it has already changes nothing', () => {
    given(added()).when(replace('Nothing new'), holding(a)).thenNothing();
    given(added(), replaced(2, b)).when(replace(), holding(b)).thenNothing();
  });
  it('is refused where the file is not there, or the upload is not', () => {
    given().when(replace(), holding(b)).thenRefused('file/not-found');
    given(added(), removed).when(replace(), holding(b)).thenRefused('file/not-found');
    given(added()).when(replace(), context).thenRefused('upload/not-found');
    given(added())
      .when(replace(), { ...holding(b), folders: () => undefined })
      .thenRefused('file/not-found');
  });
  it.each([
    ['Plan.pdf', 'v2.PDF'],
    ['photo.jpeg', 'IMG_1.jpg'],
    ['page.html', 'page.htm'],
    ['README', 'LICENSE'],
    ['.profile', 'README'],
  ])('takes for %s what was uploaded as %s', (name, upload) =>
    given(added(name)).when(replace(), holding(b, upload)).then(replaced(2, b)),
  );
  it.each([
    ['Plan.pdf', 'Plan.docx', 'Choose a .pdf file'],
    ['Plan.pdf', 'Plan', 'Choose a .pdf file'],
    ['photo.png', 'photo.jpg', 'Choose a .png file'],
    ['README', 'README.md', 'Choose a file without an extension'],
    ['x.constructor', 'y.pdf', 'Choose a .constructor file'],
  ])('does not take for %s what was uploaded as %s', (name, upload, text) =>
    given(added(name))
      .when(replace(), holding(b, upload))
      .thenRefused('file/other-type', { fields: { uploadId: text } }),
  );
});

describe('restoring a version of a file', () => {
  it('makes one more version with its content', () =>
    given(added(), replaced(2, b))
      .when(restore(1), context)
      .then(restored(3, 1, a)));
  it('of the content that the file has changes nothing', () => {
    given(added(), replaced(2, b)).when(restore(2), context).thenNothing();
    given(added(), replaced(2, b), restored(3, 1, a))
      .when(restore(1), context)
      .thenNothing();
  });
  it('is refused where there is no such version, or no such file', () => {
    given(added()).when(restore(2), context).thenRefused('file/version-not-found');
    given(added(), removed).when(restore(1), context).thenRefused('file/not-found');
  });
  it('reaches versions from before the file was removed and restored', () =>
    given(added(), replaced(2, b), removed, { type: 'FileRestored', data: { folderId } })
      .when(restore(1), context)
      .then(restored(3, 1, a)));
});

describe('undoing a new version', () => {
  const undone = (which: number, ...events: DomainEvent[]) => {
    const history = events.map((event, index) => ({
      ...{ position: index + 10, id: String(index + 1), stream: 'file-f1', version: index + 1 },
      ...{ schemaVersion: 1, at: '2026-11-22T08:00:00.000Z', actor: 'ann' },
      ...{ commandId: `command ${index}`, correlationId: 'a request' },
      ...event,
    }));
    return compensate(history[which - 1]!, { history, held: [] });
  };
  const back = (fileVersion: number) => ({
    name: 'restore-file-version',
    body: { id: 'f1', fileVersion },
  });

  it('brings the content before it back', () => {
    expect(undone(2, added(), replaced(2, b))).toMatchObject({
      whole: {
        command: back(1),
        changes: [{ field: 'fileVersion', from: '2', to: '1' }],
      },
      conflicts: [],
    });
    expect(undone(3, added(), replaced(2, b), restored(3, 1, a))).toMatchObject({
      whole: { command: back(2) },
    });
  });
  it('has nothing to do where the file has that content again', () =>
    expect(undone(2, added(), replaced(2, b), restored(3, 1, a))).toEqual({ cannot: 'as-before' }));
  it('is in the way of who has put another one over it, and of undoing the upload', () => {
    const c = { ...b, blob: 'c'.repeat(64) };
    const conflict = { field: 'fileVersion', was: '2', is: '3', since: { id: '3' } };
    expect(undone(2, added(), replaced(2, b), replaced(3, c))).toMatchObject({
      conflicts: [conflict],
    });
    expect(undone(1, added(), replaced(2, b))).toMatchObject({
      whole: { command: { name: 'remove-file' } },
      conflicts: [{ field: 'fileVersion', was: '1', is: '2' }],
    });
  });
  it('counts equal contents as one version', () => {
    const thing = [added(), replaced(2, b), restored(3, 1, a)].reduce(thingAfter, NOTHING);
    expect(thing.fields['fileVersion']).toBe('1');
  });
});
