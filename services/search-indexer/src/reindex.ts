import { StartFault } from '@feusa/platform/start-fault';
import type { Generation, RemoteSearchIndex } from '@feusa/search/port';
import { compareIndex } from '@feusa/search/compare';
import { Expectations, type Log } from '@feusa/search/expectations';
import { REMOVALS } from '@feusa/search/person-changes';
import { apply, repair } from './repair.js';

const KEPT_MS = 7 * 24 * 3_600_000;
const ROUNDS = 3;

export interface ReindexOptions {
  readonly index: RemoteSearchIndex;
  readonly store: Log;
  /** Brings back the index that was searched before the last reindex, after making up what it missed. */
  readonly rollback?: boolean;
  /** Gives up, and leaves everything as it is. */
  readonly signal?: AbortSignal;
  progress?(done: number, of: number): void;
}

export interface Reindexed {
  /** The index that is searched now. */
  readonly name: string;
  readonly seconds: number;
  /** People compared with the log one by one, all alike. */
  readonly compared: number;
  /** People who changed meanwhile: their change went to the old index and to the new one. */
  readonly changing: number;
  /** People who cannot be searched: the engine refuses them for what they are. */
  readonly refused: readonly string[];
}

/**
 * Builds the index anew beside the one that is searched, and puts it in its place at once. No change is
 * missing: whoever writes one has it from the log, and looks at the aliases after that. Who looked before
 * the new index was begun writes what the log had by then, and all of that is read from the log here;
 * who looks later writes to both. Versions make it harmless that many are written twice.
 * @throws StartFault where there is nothing to go back to, or the two do not become alike
 */
export async function reindex(options: ReindexOptions): Promise<Reindexed> {
  const began = performance.now();
  const { index, store } = options;
  try {
    const target = await open(options);
    const refused = new Set<string>();
    const expectations = new Expectations(store, target, keptSince());
    await fill(options, { target, expectations, refused });
    const { compared, leftOut } = await alike(options, { target, expectations, refused });
    stopIfAborted(options);
    await target.publish();
    await target.refresh();
    const seconds = (performance.now() - began) / 1000;
    return { name: target.name, seconds, compared, changing: leftOut, refused: [...refused] };
  } catch (fault) {
    await index.generations.clear().catch(() => undefined);
    throw fault;
  }
}

interface Work {
  readonly target: Generation;
  readonly expectations: Expectations;
  readonly refused: Set<string>;
}

async function open({ index, rollback }: ReindexOptions): Promise<Generation> {
  if (!rollback) return index.generations.begin();
  const target = await index.generations.reopen();
  if (target) return target;
  throw new StartFault('There is no earlier search index to go back to.');
}

/** Reads all people, and writes them where there is nothing yet: the next page while one is written. */
async function fill(options: ReindexOptions, { target, expectations, refused }: Work) {
  const { store, progress, rollback } = options;
  const { documents } = await store.tallyLatest('employee', {
    upTo: (await store.head()).position,
    gone: { types: REMOVALS, before: keptSince() },
  });
  let writing: Promise<string[]> = Promise.resolve([]);
  let done = 0;
  const written = async () => (await writing).forEach((id) => refused.add(id));
  await expectations.load(async (changes) => {
    stopIfAborted(options);
    if (rollback) return;
    await written();
    writing = apply(target, changes);
    writing.catch(() => undefined); // is waited for with the next page
    done += changes.people.length + changes.removals.length;
    progress?.(done, Math.max(done, documents));
  });
  await written();
}

/**
 * Compares all people, and again after each repair, until none differs. Who changes after the first
 * comparison has begun is left out of all: that change is on its way to both.
 */
async function alike(options: ReindexOptions, { target, expectations, refused }: Work) {
  const { position: upTo } = await options.store.head();
  for (let round = 0; round < ROUNDS; round++) {
    stopIfAborted(options);
    await target.refresh();
    const found = await compareIndex(target, upTo, () => expectations.catchUp());
    const differences = found.differences.filter(({ id }) => !refused.has(id));
    if (differences.length === 0) return found;
    for (const id of await repair(options.store, target, differences)) refused.add(id);
  }
  throw new StartFault('The new search index does not become like the log; nothing was changed.');
}

const keptSince = () => new Date(Date.now() - KEPT_MS).toISOString();

function stopIfAborted({ signal }: ReindexOptions): void {
  if (signal?.aborted) throw new StartFault('Stopped; nothing was changed.');
}
