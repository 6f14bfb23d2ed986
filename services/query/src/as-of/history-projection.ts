import { memoryBounds } from '@feusa/contracts/memory-bounds';
import type { GuardedConsumer } from '@feusa/event-log/dead-letters/port';
import { Progress } from '@feusa/event-log/subscription/progress';
import { idOf, isReadable, nounOf, type StoredEvent } from '@feusa/contracts/events';
import { LRUCache } from 'lru-cache';
import { growingTo } from '../growing-cache.js';
import { keyOf, type HistoryDatabase } from './database.js';
import { isKept, nextVersion, NOUNS, type Version } from './version.js';

const REMEMBERED = memoryBounds.earlierRows.value;
const SNAPSHOT_AFTER = 1000;

/** `remembered`: things kept at hand. `snapshotAfter`: fewer versions are no reason for a snapshot. */
interface Options {
  readonly remembered?: number;
  readonly snapshotAfter?: number;
}

/**
 * Writes down what each event made of its thing, for questions about the past. Follows the log on its
 * own, so that the present does not wait for it. Duplicates and several at once lead to the same.
 */
export class HistoryProjection implements GuardedConsumer {
  readonly name = 'past';
  readonly spacingMs = 200;
  /** How far the past can be asked for. */
  readonly progress = new Progress();
  private readonly recent: LRUCache<string, Version>;
  private readonly snapshotAfter: number;
  private known = 0;
  /** By noun, how many versions are written before it is asked whether a snapshot is due. */
  private readonly untilSnapshot = new Map<number, number>();

  constructor(
    private readonly database: HistoryDatabase,
    { remembered = REMEMBERED, snapshotAfter = SNAPSHOT_AFTER }: Options = {},
  ) {
    this.recent = new LRUCache(growingTo(remembered));
    this.snapshotAfter = snapshotAfter;
  }

  async checkpoint(): Promise<number> {
    const checkpoint = await this.database.checkpoint();
    if (checkpoint < this.known) this.recent.clear();
    this.known = checkpoint;
    this.progress.moveTo(checkpoint);
    return checkpoint;
  }

  async handle(events: readonly StoredEvent[], upTo = events.at(-1)?.position ?? 0): Promise<void> {
    const kept = events.filter(({ stream }) => isKept(stream));
    try {
      const versions = this.follow(kept, await this.currentOf(kept));
      this.known = await this.database.write(versions, upTo, this.known);
      // While something before them waits, a snapshot would lack it.
      if (upTo >= (versions.at(-1)?.position ?? 0)) await this.writeSnapshots(versions);
    } catch (fault) {
      this.recent.clear();
      throw fault;
    }
    this.progress.moveTo(upTo);
  }

  /** Writes down what was left out of a thing, where another process has not done so. */
  async redrive(events: readonly StoredEvent[]): Promise<void> {
    const [first] = events;
    if (!first || !isKept(first.stream)) return;
    this.recent.delete(first.stream);
    try {
      const versions = this.follow(events, await this.currentOf(events));
      const since = first.position;
      await this.database.writeLate(versions, { ...thingOf(first.stream), since }, this.known);
    } catch (fault) {
      this.recent.clear();
      throw fault;
    }
  }

  /** As often within a long batch as one by one: what a question reads beside a snapshot stays as little. */
  private async writeSnapshots(versions: readonly Version[]): Promise<void> {
    for (const { position, noun } of versions) {
      const left = (this.untilSnapshot.get(noun) ?? this.snapshotAfter) - 1;
      const next =
        left > 0 ? left : await this.database.writeSnapshot(position, noun, this.snapshotAfter);
      this.untilSnapshot.set(noun, next);
    }
  }

  private async currentOf(events: readonly StoredEvent[]): Promise<Map<string, Version>> {
    const current = new Map<string, Version>();
    const unknown = new Set<string>();
    for (const { stream, version } of events) {
      const recent = this.recent.get(stream);
      if (recent) current.set(stream, recent);
      else if (version > 1) unknown.add(stream);
    }
    if (unknown.size === 0) return current;
    const things = new Map([...unknown].map((stream) => [keyOf(thingOf(stream)), stream]));
    const found = await this.database.latest([...unknown].map(thingOf), Number.MAX_SAFE_INTEGER);
    for (const version of found) current.set(things.get(keyOf(thingIn(version)))!, version);
    return current;
  }

  /** A stream with an event that this release cannot read stays as it was before, here as in the present. */
  private follow(events: readonly StoredEvent[], current: Map<string, Version>): Version[] {
    const versions: Version[] = [];
    for (const event of events) {
      const before = current.get(event.stream);
      const isNext = event.version === (before?.row.version ?? 0) + 1;
      if (!isNext || !isReadable(event)) continue;
      const next = nextVersion(before, event);
      current.set(event.stream, next);
      versions.push(next);
    }
    for (const [stream, version] of current) this.recent.set(stream, version);
    return versions;
  }
}

const thingOf = (stream: string) => ({ noun: NOUNS[nounOf(stream)]!, id: idOf(stream) });
const thingIn = ({ noun, row: { id } }: Version) => ({ noun, id });
