import { StartFault } from '@feusa/adapters/start-fault';
import type { Generation, RemoteSearchIndex } from '@feusa/adapters/search/port';
import { changesOf } from './changes.js';
import { compare, isGone, isReadable, latestEvents, type Comparison, type Log } from './compare.js';
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
 * Builds the index anew beside the one that is searched, and puts it in its place at once. From the
 * moment it is begun every change goes to both, and what came before that moment is read from the log.
 * @throws StartFault where there is nothing to go back to, or the two do not become alike
 */
export async function reindex(options: ReindexOptions): Promise<Reindexed> {
  const began = performance.now();
  const { generations } = options.index;
  try {
    const refused = new Set<string>();
    const target = await open(options, refused);
    const { compared, leftOut } = await alike(options, target, refused);
    stopIfAsked(options);
    await target.publish();
    await target.refresh();
    const seconds = (performance.now() - began) / 1000;
    return { name: target.name, seconds, compared, changing: leftOut, refused: [...refused] };
  } catch (fault) {
    await generations.clear().catch(() => undefined);
    throw fault;
  }
}

async function open(options: ReindexOptions, refused: Set<string>): Promise<Generation> {
  const { generations } = options.index;
  if (!options.rollback) {
    const target = await generations.begin();
    await fill(options, target, refused);
    return target;
  }
  const target = await generations.reopen();
  if (!target) throw new StartFault('There is no earlier search index to go back to.');
  return target;
}

/** Reads the next page while the last one is written. */
async function fill(options: ReindexOptions, target: Generation, refused: Set<string>) {
  const { store, progress } = options;
  const gone = { type: 'EmployeeRemoved', before: keptSince() } as const;
  const { position } = await store.head();
  const { documents } = await store.tallyLatest('employee', { upTo: position, gone });
  let done = 0;
  let writing: Promise<string[]> = Promise.resolve([]);
  const written = async () => (await writing).forEach((id) => refused.add(id));
  for await (const events of latestEvents(store)) {
    stopIfAsked(options);
    const kept = events.filter((event) => isReadable(event) && !isGone(event, gone.before));
    const changes = await changesOf(kept, store);
    await written();
    writing = apply(target, changes);
    writing.catch(() => undefined); // is waited for below
    done += kept.length;
    progress?.(done, Math.max(done, documents));
  }
  await written();
}

/** Compares all people, and again after each repair, until none differs. */
async function alike(
  options: ReindexOptions,
  target: Generation,
  refused: Set<string>,
): Promise<Comparison> {
  for (let round = 0; round < ROUNDS; round++) {
    stopIfAsked(options);
    const { position } = await options.store.head();
    await target.refresh();
    const found = await compare(options.store, target, { upTo: position, since: keptSince() });
    const differences = found.differences.filter(({ id }) => !refused.has(id));
    if (differences.length === 0) return found;
    for (const id of await repair(options.store, target, differences)) refused.add(id);
  }
  throw new StartFault('The new search index does not become like the log; nothing was changed.');
}

const keptSince = () => new Date(Date.now() - KEPT_MS).toISOString();

function stopIfAsked({ signal }: ReindexOptions): void {
  if (signal?.aborted) throw new StartFault('Stopped; nothing was changed.');
}
