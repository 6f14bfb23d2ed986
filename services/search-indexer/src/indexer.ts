import { setImmediate } from 'node:timers/promises';
import type { Guard, GuardedConsumer } from '@feusa/event-log/dead-letters/port';
import type { Progress } from '@feusa/event-log/subscription/progress';
import type { EventStore } from '@feusa/event-log/store/port';
import type { SearchIndex } from '@feusa/search/port';
import type { StoredEvent } from '@feusa/contracts/events';
import { traceStage } from '@feusa/platform/telemetry/stages';
import { changesOf } from '@feusa/search/person-changes';

/** The name of the workers, as consumers of the log. */
export const INDEXER = 'search-indexer';

type Source = Pick<EventStore, 'head' | 'readLatest' | 'readStreams'>;

/** People put into the index before others get their turn. */
const AT_ONCE = 200;

const unguarded: Guard = (events, handle) => handle(events, 0);

/** The newest event of every person, some at a time: opening those of all would stop everything else. */
async function* everybody(store: Source) {
  for (let after = 'employee-'; ;) {
    const people = await store.readLatest('employee', { after, limit: AT_ONCE });
    const last = people.at(-1);
    if (!last) return;
    yield people;
    after = last.stream;
  }
}

/** Keeps the search index in step with the log: one document a person, at the version of its stream. */
export class Indexer implements GuardedConsumer {
  readonly name = INDEXER;
  private filled = false;

  constructor(
    private readonly index: SearchIndex,
    private readonly store: Source,
    private readonly progress: Progress,
  ) {}

  /** An index in memory begins empty: it is filled once, from the newest event of every person. */
  async checkpoint(guard: Guard = unguarded): Promise<number> {
    if (!this.filled) await this.fill(guard);
    this.filled = true;
    return this.progress.position;
  }

  private async fill(guard: Guard): Promise<void> {
    const { position } = await this.store.head();
    for await (const people of everybody(this.store)) {
      await guard(people, (some) => this.put(some));
      await setImmediate();
    }
    this.progress.moveTo(position);
  }

  async handle(events: readonly StoredEvent[], upTo = events.at(-1)?.position ?? 0): Promise<void> {
    const people = events.filter(({ stream }) => stream.startsWith('employee-'));
    await traceStage('index', people, () => this.put(people));
    this.progress.moveTo(upTo);
  }

  private async put(events: readonly StoredEvent[]): Promise<void> {
    const { people, removals } = await changesOf(events, this.store);
    await Promise.all([
      people.length > 0 && this.index.putAll(people),
      removals.length > 0 && this.index.removeAll(removals),
    ]);
  }
}
