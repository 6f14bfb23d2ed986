import { idOf, nounOf, type StoredEvent, type DomainEvent } from '@feusa/contracts/events';
import type { FolderEvents } from '@feusa/contracts/folders';
import { folders } from '@feusa/domain/folders';
import type { FolderNode } from '@feusa/domain/tree';
import type { PoolClient } from 'pg';
import { changeBeside } from './append.js';
import { rawOf } from './chain.js';
import type { LogRecord, StoredForms } from './port.js';

const EVENTS = `insert into log.events (position, stream, version, type, actor, at, bytes, hash)
  select position, stream, version, type, actor, at, bytes, decode(hash, 'hex')
  from unnest($1::bigint[], $2::text[], $3::int[], $4::text[], $5::text[], $6::timestamptz[],
    string_to_array($7, chr(10)), $8::text[]) as e(position, stream, version, type, actor, at, bytes, hash)`;

const FOLDERS = `insert into log.folders (id, parent_id, removed)
  select * from unnest($1::uuid[], $2::uuid[], $3::boolean[])
  on conflict (id) do update set parent_id = excluded.parent_id, removed = excluded.removed`;

/**
 * Puts events back that a log had, as they were, and what follows from them into the constraint tables:
 * for a log that was empty, in order, in one transaction, with the head moved by the caller.
 */
export async function refill(
  client: PoolClient,
  records: readonly LogRecord[],
  forms: Pick<StoredForms, 'open'>,
): Promise<void> {
  await client.query({ name: 'refill-events', text: EVENTS, values: columnsOf(records) });
  const events = await forms.open(records.map(({ bytes }) => rawOf(bytes)));
  const placed = [...foldersOf(events)];
  if (placed.length > 0) {
    const parents = placed.map(([, { parentId }]) => parentId);
    const removed = placed.map(([, node]) => node.removed);
    await client.query(FOLDERS, [placed.map(([id]) => id), parents, removed]);
  }
  for (const event of events) await changeBeside(client, event);
}

const columnsOf = (records: readonly LogRecord[]): unknown[] => [
  records.map(({ position }) => position),
  records.map(({ index }) => index.stream),
  records.map(({ index }) => index.version),
  records.map(({ index }) => index.type),
  records.map(({ index }) => index.actor),
  records.map(({ index }) => index.at),
  records.map(({ bytes }) => bytes).join('\n'),
  records.map(({ hash }) => hash),
];

/** Where these events leave their folders; a new name leaves a folder where it is. */
function foldersOf(events: readonly StoredEvent[]): Map<string, FolderNode> {
  const nodes = new Map<string, FolderNode>();
  for (const event of events) {
    if (nounOf(event.stream) !== 'folder') continue;
    const id = idOf(event.stream);
    const node = folders.evolve(
      nodes.get(id) ?? null,
      event as DomainEvent<keyof typeof FolderEvents>,
    );
    if (node) nodes.set(id, node);
  }
  return nodes;
}
