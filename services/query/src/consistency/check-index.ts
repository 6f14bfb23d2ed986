import { setTimeout as sleep } from 'node:timers/promises';
import type { Reached } from '@feusa/event-log/subscription/progress';
import type { EventStore } from '@feusa/event-log/store/port';
import { compareIndex, type Difference, type Flaw } from '@feusa/search/compare';
import { Expectations } from '@feusa/search/expectations';
import type { SearchIndex } from '@feusa/search/port';
import { streamOf } from '@feusa/contracts/events';
import type { Drift, DriftKind } from '@feusa/contracts/fingerprint';
import { drift } from './row-drift.js';

const SETTLE_MS = 1500;
/** Removals that are older need not be known to the index, ms. */
const KEPT_MS = 7 * 24 * 3_600_000;

const kinds: Readonly<Record<Flaw, readonly [DriftKind, string]>> = {
  missing: ['missing', 'cannot be found by searching'],
  older: ['older', 'a later event is not in it'],
  newer: ['altered', 'it says to be of a later event than there is'],
  other: ['altered', 'it is found by other words than those of the log'],
  unknown: ['extra', 'the log knows no such person'],
};

export interface IndexCheck {
  readonly search: SearchIndex;
  readonly indexed: Reached;
  readonly store: EventStore;
  readonly waiting: ReadonlySet<string>;
}

/** Compares each document with the log, as those do who mend the index; twice before it counts. */
export async function checkIndex(check: IndexCheck) {
  const first = await differences(check);
  if (first.found.length === 0) return { compared: first.compared, drifts: [] };
  await sleep(SETTLE_MS);
  const { compared, found, expectations } = await differences(check);
  const drifts: Drift[] = [];
  for (const { id, flaw } of found) {
    const [kind, detail] = kinds[flaw];
    const position = expectations.people.get(id)?.position;
    const [event] = position === undefined ? [] : await check.store.readAt([position]);
    drifts.push(drift('search-index', id, { kind, detail, ...(event && { event }) }));
  }
  return { compared, drifts };
}

async function differences({ search, indexed, store, waiting }: IndexCheck) {
  const { position } = await store.head();
  await indexed.reached(position);
  const since = new Date(Date.now() - KEPT_MS).toISOString();
  const expectations = new Expectations(store, search, since);
  const result = await compareIndex(search, position, () => expectations.load());
  const matters = ({ id }: Difference) => !waiting.has(streamOf('employee', id));
  return { compared: result.compared, found: result.differences.filter(matters), expectations };
}
