import { eventSchemas, type EventType, type StoredEvent } from '@feusa/contracts/events';
import { folderTopic } from '@feusa/contracts/live';
import fc from 'fast-check';
import { describe, expect, it } from '@jest/globals';
import { changesOf, evolveRow, projection, tableOf } from './rows.js';
import { history } from './test-history.js';

/** Accounts are no part of the read model: who may sign in is asked of the log itself. */
const ignored: EventType[] = [
  ...(['UserRegistered', 'UserRoleSet', 'UserRemoved'] as const),
  ...(['UserInvited', 'InvitationWithdrawn'] as const),
  ...(['UserSuspended', 'UserReinstated'] as const),
  ...(['WebhookAdded', 'WebhookRemoved', 'WebhookRestored'] as const),
];

describe('the projection', () => {
  it('shows every type of event or names it as ignored', () => {
    expect(Object.keys(projection).toSorted()).toEqual(Object.keys(eventSchemas).toSorted());
    const nothing = Object.entries(projection).filter(([, shown]) => shown === null);
    expect(nothing.map(([type]) => type).toSorted()).toEqual(ignored.toSorted());
  });

  it('keeps in each row the version of its stream and when it was added', () => {
    fc.assert(
      fc.property(history, (log) => {
        const first = new Map<string, string>();
        const rows = new Map<string, ReturnType<typeof evolveRow>>();
        for (const event of log) {
          if (!first.has(event.stream)) first.set(event.stream, event.at);
          const row = evolveRow(rows.get(event.stream), event);
          expect(row === undefined).toBe(tableOf(event.stream) === undefined);
          if (!row) continue;
          rows.set(event.stream, row);
          expect(row).toMatchObject({ version: event.version, addedAt: first.get(event.stream) });
          const isRemoval = event.type.endsWith('Removed');
          if (isRemoval) expect(row).toMatchObject({ removedAt: event.at, removedBy: event.actor });
        }
      }),
      { numRuns: 50 },
    );
  });

  it('does not take a change of something that never was', () =>
    expect(evolveRow(undefined, { ...removal, version: 1 })).toBeUndefined());
});

const removal: StoredEvent = {
  type: 'FolderRemoved',
  data: { parentId: null },
  position: 1,
  id: 'an event',
  stream: 'folder-00000000-0000-4000-8000-000000000001',
  version: 2,
  schemaVersion: 1,
  at: '2026-11-21T08:00:00.000Z',
  actor: 'ann',
  commandId: 'a command',
  correlationId: 'a request',
};

describe('what is told of an event', () => {
  it('goes to the folder that a thing lies in', () =>
    expect(changesOf(removal)).toEqual([{ topic: 'folder:root', op: 'remove' }]));
  it('of a move goes to the old place and to the new one', () => {
    const moved = (parentId: string | null, fromParentId: string | null) =>
      changesOf({ ...removal, type: 'FolderMoved', data: { parentId, fromParentId } });
    expect(moved('new', 'old')).toEqual([
      { topic: folderTopic('old'), op: 'remove' },
      { topic: folderTopic('new'), op: 'put' },
    ]);
    expect(moved('same', 'same')).toEqual([{ topic: folderTopic('same'), op: 'put' }]);
  });
  it('of a document or link that is moved does, too', () => {
    for (const type of ['FileMoved', 'LinkMoved'] as const) {
      const stream = removal.stream.replace('folder-', type === 'FileMoved' ? 'file-' : 'link-');
      const data = { folderId: 'new', fromFolderId: 'old' };
      expect(changesOf({ ...removal, stream, type, data })).toEqual([
        { topic: folderTopic('old'), op: 'remove' },
        { topic: folderTopic('new'), op: 'put' },
      ]);
    }
  });
  it('of an account goes to nobody', () =>
    expect(changesOf({ ...removal, type: 'UserRemoved', data: {} })).toEqual([]));
});
