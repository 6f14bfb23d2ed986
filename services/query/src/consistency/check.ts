import type { Blobs } from '@feusa/files/blobs/port';
import type { BlobReferences } from '@feusa/files/uploads/port';
import type { DeadLetters } from '@feusa/event-log/dead-letters/port';
import type { Reached } from '@feusa/event-log/subscription/progress';
import type { EventStore } from '@feusa/event-log/store/port';
import type { SearchIndex } from '@feusa/search/port';
import type { ComparisonStep, Drift, FingerprintReport } from '@feusa/contracts/fingerprint';
import type { ReadDatabase } from '../read-model/database.js';
import { checkFiles, Referenced } from './check-files.js';
import { checkIndex } from './check-index.js';
import { checkTables } from './check-tables.js';
import { checkUsers } from './check-users.js';
import { Pace } from './pace.js';

const SHOWN = 100;

/** All that is made from the log, and the log. */
export interface Everything {
  readonly database: ReadDatabase;
  readonly store: EventStore;
  /** Undefined where it is in the memory of another process. */
  readonly search: SearchIndex | undefined;
  readonly indexed: Reached;
  readonly blobs: Blobs;
  readonly blobReferences: BlobReferences;
  readonly deadLetters: Pick<DeadLetters, 'list'>;
}

/** Events and bytes of files a second; without the latter, files are not read. */
export interface Rates {
  readonly events: number;
  readonly bytes?: number;
  readonly signal?: AbortSignal;
  /** Called again and again with how far it is. */
  onStep?(step: ComparisonStep): void;
}

/**
 * Compares everything that people see with a fresh replay of the log. Work that goes on meanwhile is no
 * difference: a row may be ahead of the position that it is compared at, and what differs is looked at
 * again.
 */
export async function checkEverything(all: Everything, rates: Rates): Promise<FingerprintReport> {
  const started = performance.now();
  const at = new Date().toISOString();
  const { position } = await all.store.head();
  const referenced = new Referenced();
  const letters = await all.deadLetters.list();
  const waitingFor = (consumer: string) =>
    new Set(letters.filter((each) => each.consumer === consumer).map(({ stream }) => stream));
  const pace = new Pace(rates.events, rates.signal);
  let replayed = 0;
  const rows = await checkTables({
    ...{ database: all.database, store: all.store, pace },
    waiting: waitingFor('read-model'),
    onEvents(events) {
      referenced.take(events);
      replayed += events.length;
      rates.onStep?.({ stage: 'events', done: Math.min(replayed, position), of: position });
    },
  });
  const users = await checkUsers(all.store);
  rates.onStep?.({ stage: 'search-index', done: 0, of: 1 });
  const index = await indexOf(all, waitingFor('search-indexer'));
  const files = await filesOf(all, referenced, rates);
  const differences = [
    ...rows.drifts,
    ...users.drifts,
    ...(index.done?.drifts ?? []),
    ...(files?.drifts ?? []),
  ];
  return {
    ok: differences.length === 0,
    at,
    seconds: (performance.now() - started) / 1000,
    position: String(position),
    tables: [...rows.tables, users.table],
    index: { compared: index.done?.compared ?? 0, fault: index.fault },
    files: files && { at, checked: files.checked, bytes: files.bytes, fault: files.fault },
    leftOut: rows.leftOut,
    found: differences.length,
    differences: differences.slice(0, SHOWN),
  };
}

function indexOf({ search, ...all }: Everything, waiting: ReadonlySet<string>) {
  const fault = 'it is in the memory of the running product';
  return search
    ? orFault(() => checkIndex({ ...all, search, waiting }))
    : { done: undefined, fault };
}

interface Files {
  readonly checked: number;
  readonly bytes: number;
  readonly fault: string | null;
  readonly drifts: readonly Drift[];
}

async function filesOf(
  all: Everything,
  referenced: Referenced,
  rates: Rates,
): Promise<Files | null> {
  if (rates.bytes === undefined) return null;
  const pace = new Pace(rates.bytes, rates.signal);
  const onChecked = (done: number, of: number) => rates.onStep?.({ stage: 'files', done, of });
  const { done, fault } = await orFault(() => checkFiles(all, referenced, { pace, onChecked }));
  rates.signal?.throwIfAborted();
  return { ...(done ?? { checked: 0, bytes: 0, drifts: [] }), fault };
}

/** An engine that is away keeps nobody from comparing the rest. */
async function orFault<T>(work: () => Promise<T>): Promise<{ done?: T; fault: string | null }> {
  try {
    return { done: await work(), fault: null };
  } catch (fault) {
    return { fault: (fault as Error).message };
  }
}
