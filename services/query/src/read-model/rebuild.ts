import type { EventStore } from '@feusa/event-log/store/port';
import { withDeadLetters } from '@feusa/event-log/dead-letters/with-dead-letters';
import type { DeadLetter, DeadLetters } from '@feusa/event-log/dead-letters/port';
import type { Consumer } from '@feusa/event-log/subscription/port';
import type { StoredEvent } from '@feusa/contracts/events';
import { ReadDatabase, READ_SCHEMA } from './database.js';
import { differencesBetween, WITHOUT_HURRY } from './differences.js';
import { tableNames } from './entities.js';
import { Projector } from './projector.js';
import type { TableName } from './rows.js';

const SHADOW = 'read_shadow';
const PAGE = 5000;
/** What is blocked is told at the end, all together. */
const QUIET = { error: () => undefined, info: () => undefined };
/** Rows kept at hand, so that a company's people are not read back page after page. */
const REMEMBERED = 50_000;

export interface Rebuilt {
  readonly events: number;
  readonly seconds: number;
  /** Tables whose rows were not what the log says, with the number of such rows. */
  readonly differences: readonly { readonly table: TableName; readonly rows: number }[];
  /** Streams of which not everything could be shown: they were blocked before, or are now. */
  readonly blocked: readonly DeadLetter[];
}

/** A database and the log in it; `role` is the one to act as. */
export interface LogDatabase {
  readonly url: string;
  readonly role: string | undefined;
  readonly store: EventStore;
}

/**
 * Replays the whole log into tables beside the live ones while the product goes on, compares the two
 * at the same position and swaps them at once. `onProgress` gets events done and events in all. What stands
 * in the way is blocked as it is while the product runs, for that to try it again; without `deadLetters` it
 * ends the rebuild, and nothing is swapped.
 */
export async function rebuild(
  { url, role, store, deadLetters }: LogDatabase & { readonly deadLetters?: DeadLetters },
  onProgress: (done: number, of: number) => void = () => {},
): Promise<Rebuilt> {
  const started = performance.now();
  const live = await ReadDatabase.open(url, { role });
  const shadow = await ReadDatabase.open(url, { role, schema: SHADOW });
  try {
    await live.prepare();
    await shadow.create();
    const projector = new Projector(shadow, store, () => {}, REMEMBERED);
    const options = { store, log: QUIET, leavesRedrives: true };
    const consumer = deadLetters
      ? withDeadLetters(projector, { ...options, deadLetters })
      : projector;
    const { position: head } = await store.head();
    await replay(store, consumer, { upTo: head, onProgress });
    const seconds = (performance.now() - started) / 1000;
    const differences = await swap(live, (upTo) => replay(store, consumer, { upTo }));
    const blocked = (await deadLetters?.list(projector.name)) ?? [];
    return { events: head, seconds, differences, blocked };
  } finally {
    await live.close();
    await shadow.close();
  }
}

/** Feeds a consumer with the log from its checkpoint up to a position. */
export async function replay(
  store: EventStore,
  projector: Consumer,
  { upTo, onProgress }: { upTo: number; onProgress?: (done: number, of: number) => void },
): Promise<void> {
  const pageAfter = (position: number): Promise<readonly StoredEvent[]> =>
    position < upTo ? store.read(position, Math.min(PAGE, upTo - position)) : Promise.resolve([]);
  let events = await pageAfter(await projector.checkpoint());
  for (let last = events.at(-1); last; last = events.at(-1)) {
    // The next page is read while this one is written.
    [events] = await Promise.all([pageAfter(last.position), projector.handle(events)]);
    onProgress?.(last.position, upTo);
  }
}

/** Holds the live projector still at its checkpoint for as long as the last events and the swap take. */
function swap(
  live: ReadDatabase,
  catchUp: (position: number) => Promise<void>,
): Promise<Rebuilt['differences']> {
  return live.source.transaction(async (manager) => {
    await manager.query(WITHOUT_HURRY);
    await manager.query(`lock table "${READ_SCHEMA}".checkpoints in exclusive mode`);
    await catchUp(await live.checkpoint());
    const differences: { table: TableName; rows: number }[] = [];
    for (const table of tableNames) {
      const { rows } = await differencesBetween(manager, {
        live: `"${READ_SCHEMA}".${table}`,
        replayed: `"${SHADOW}".${table}`,
      });
      if (rows > 0) differences.push({ table, rows });
    }
    await manager.query(`comment on schema "${SHADOW}" is '${live.shape()}'`);
    await manager.query(`drop schema "${READ_SCHEMA}" cascade`);
    await manager.query(`alter schema "${SHADOW}" rename to "${READ_SCHEMA}"`);
    return differences;
  });
}
