import { idOf, type StoredEvent } from '@feusa/contracts/events';
import type { Change, Topic } from '@feusa/contracts/live';
import type { EventStore } from '@feusa/adapters/event-store/port';
import type { ReadDatabase } from '../read-model/database.js';
import { changesOf, tableOf, type Row } from '../read-model/rows.js';
import type { RowViews } from './row-views.js';

/** How many events a browser may have missed before it has to read again. */
export const REPLAY_LIMIT = 5000;

/**
 * What a browser missed of its topics after a position, told from the log with each row as it is now.
 * Undefined where it is too much, or where this release cannot read an event of it.
 */
export async function missedChanges(
  { store, database, views }: { store: EventStore; database: ReadDatabase; views: RowViews },
  topics: ReadonlySet<Topic>,
  { after, upTo }: { after: number; upTo: number },
): Promise<Change[] | undefined> {
  if (upTo - after > REPLAY_LIMIT) return undefined;
  const events = upTo > after ? await store.read(after, upTo - after) : [];
  const wanted = concerning(events, topics);
  if (!wanted) return undefined;
  const rows = await rowsOf(
    database,
    wanted.filter(({ op }) => op === 'put').map(({ event }) => event),
  );
  const changes: Change[] = [];
  for (const { event, topic, op } of wanted) {
    const place = { topic, position: String(event.position), id: idOf(event.stream) };
    const row = rows.get(event.stream);
    if (op === 'remove') changes.push({ ...place, op });
    else if (row) changes.push({ ...place, op, value: await views.of(event.stream, row) });
  }
  return changes;
}

function concerning(events: readonly StoredEvent[], topics: ReadonlySet<Topic>) {
  try {
    return events.flatMap((event) =>
      changesOf(event)
        .filter(({ topic }) => topics.has(topic))
        .map((change) => ({ event, ...change })),
    );
  } catch {
    return undefined;
  }
}

async function rowsOf(
  database: ReadDatabase,
  events: readonly StoredEvent[],
): Promise<Map<string, Row>> {
  const rows = new Map<string, Row>();
  for (const table of ['folders', 'docs', 'employees', 'errors'] as const) {
    const streams = new Set(
      events.map(({ stream }) => stream).filter((each) => tableOf(each) === table),
    );
    if (streams.size === 0) continue;
    const byId = new Map([...streams].map((stream) => [idOf(stream), stream]));
    for (const row of await database.find(table, [...byId.keys()]))
      rows.set(byId.get(row.id)!, row);
  }
  return rows;
}
