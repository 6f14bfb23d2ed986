import { randomUUID } from 'node:crypto';
import { streamOf, type DomainEvent } from '@feusa/contracts/events';
import type { FolderNode } from '@feusa/domain/tree';
import type { Batch, EventStore, Head, KeyedAnswer, NewEvent, RecordedEvent } from './port.js';

/** A store on an empty log. */
export interface SampleStore {
  readonly store: EventStore;
  /** The same log, as another process has it. */
  another(): EventStore;
  close(): Promise<void>;
}

/** Events to append in tests. */
export const sample = (
  stream: string,
  version: number,
  event: DomainEvent = { type: 'FolderAdded', data: { name: 'Ploughs', parentId: null } },
  more: Partial<Pick<NewEvent, 'at' | 'actor' | 'correlationId' | 'undoes'>> = {},
): NewEvent => ({
  ...event,
  id: randomUUID(),
  stream,
  version,
  schemaVersion: 1,
  at: '2026-11-21T08:00:00.000Z',
  actor: 'ann',
  commandId: randomUUID(),
  correlationId: 'a request',
  ...more,
});

export const folderStream = (): string => streamOf('folder', randomUUID());

export const userRegistered = (
  email: string,
  role: 'admin' | 'basic' = 'basic',
  id: string = randomUUID(),
): NewEvent => sample(streamOf('user', id), 1, { type: 'UserRegistered', data: { email, role } });

export const answer = (key: string, more: Partial<KeyedAnswer> = {}): KeyedAnswer => ({
  actor: 'ann',
  key,
  bodyHash: 'hash of the body',
  answer: { ok: true },
  ...more,
});

export const batch = (
  expected: Head,
  events: readonly NewEvent[],
  more: { folders?: Iterable<[string, FolderNode]>; answers?: readonly KeyedAnswer[] } = {},
): Batch => ({ expected, events, folders: new Map(more.folders), answers: more.answers ?? [] });

/** Appends at the head as it is. @throws where somebody else was faster */
export async function append(
  store: EventStore,
  events: readonly NewEvent[],
  more: Parameters<typeof batch>[2] = {},
): Promise<RecordedEvent[]> {
  const recorded = await store.append(batch(await store.head(), events, more));
  if (!recorded) throw new Error('somebody else was faster');
  return recorded;
}

/** Appends at the head, and again at the next one where somebody else was faster. */
export async function appendAtLast(
  store: EventStore,
  events: readonly NewEvent[],
): Promise<RecordedEvent[]> {
  for (;;) {
    const recorded = await store.append(batch(await store.head(), events));
    if (recorded) return recorded;
  }
}
