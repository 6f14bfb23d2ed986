import type { EventStore } from '@feusa/adapters/event-store/port';
import type { Holding, RemoteSearchIndex } from '@feusa/adapters/search/port';
import { idOf, type StoredEvent } from '@feusa/contracts/events';
import { changesOf } from './changes.js';

export type Log = Pick<EventStore, 'head' | 'readLatest' | 'readStreams' | 'tallyLatest'>;
export type Held = Pick<
  RemoteSearchIndex,
  'holdings' | 'expected' | 'putAll' | 'removeAll' | 'erase' | 'refresh'
>;

/** How a document is not what the log says: it is `unknown` where the log knows no such person. */
export const FLAWS = ['missing', 'older', 'newer', 'other', 'unknown'] as const;
export type Flaw = (typeof FLAWS)[number];

export interface Difference {
  readonly id: string;
  readonly flaw: Flaw;
}

export interface Comparison {
  /** People of whom the log and the index were compared. */
  readonly compared: number;
  /** People left out, as their newest event is later than `upTo` or cannot be read. */
  readonly leftOut: number;
  readonly differences: readonly Difference[];
}

export interface Bounds {
  /** A position of the log: nothing is said of people who have changed since. */
  readonly upTo: number;
  /** ISO-8601; people removed before may be held as removed, or not at all. */
  readonly since: string;
}

const PAGE = 1000;

/** The newest events of all people, in pages. */
export async function* latestEvents(log: Log): AsyncGenerator<StoredEvent[]> {
  let after = 'employee-';
  for (;;) {
    const events = await log.readLatest('employee', { after, limit: PAGE });
    if (events.length > 0) yield events;
    if (events.length < PAGE) return;
    after = events.at(-1)!.stream;
  }
}

/** Whether this release knows what the event is. */
export function isReadable(event: StoredEvent): boolean {
  try {
    return event.type !== undefined;
  } catch {
    return false;
  }
}

export const isGone = ({ type, at }: StoredEvent, since: string): boolean =>
  type === 'EmployeeRemoved' && at < since;

/**
 * Compares every document with the log. The index is read first: what it holds beyond the log is then
 * not merely ahead of what was read.
 */
export async function compare(log: Log, index: Held, bounds: Bounds): Promise<Comparison> {
  const held = await holdingsOf(index);
  const differences: Difference[] = [];
  let [compared, leftOut] = [0, 0];
  for await (const events of latestEvents(log)) {
    const due = events.filter((event) => event.position <= bounds.upTo && isReadable(event));
    const { people, removals } = await changesOf(due, log);
    const expected = new Map(index.expected(people, removals).map((each) => [each.id, each]));
    for (const event of due) {
      const id = idOf(event.stream);
      const flaw = flawOf(held.get(id), expected.get(id)!, isGone(event, bounds.since));
      if (flaw) differences.push({ id, flaw });
    }
    for (const { stream } of events) held.delete(idOf(stream));
    compared += due.length;
    leftOut += events.length - due.length;
  }
  for (const id of held.keys()) differences.push({ id, flaw: 'unknown' });
  return { compared, leftOut, differences };
}

async function holdingsOf(index: Held): Promise<Map<string, Holding>> {
  const held = new Map<string, Holding>();
  for (let after = ''; ;) {
    const page = await index.holdings(after, PAGE);
    for (const each of page) held.set(each.id, each);
    if (page.length < PAGE) return held;
    after = page.at(-1)!.id;
  }
}

function flawOf(held: Holding | undefined, expected: Holding, gone: boolean): Flaw | undefined {
  if (!held) return gone ? undefined : 'missing';
  if (held.version < expected.version) return 'older';
  if (held.version > expected.version) return 'newer';
  return held.digest === expected.digest ? undefined : 'other';
}
