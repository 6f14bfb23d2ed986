import { memoryBounds } from '@feusa/contracts/memory-bounds';
import type { GuardedConsumer } from '@feusa/event-log/dead-letters/port';
import { Outage } from '@feusa/platform/unavailable';
import type { StoredEvent } from '@feusa/contracts/events';
import { groupBy } from '@feusa/contracts/group-by';
import { traceStage } from '@feusa/platform/telemetry/stages';
import { LRUCache } from 'lru-cache';
import type { ReadDatabase, Written } from './database.js';
import { evolveRow, tableOf, type Row, type TableName } from './rows.js';
import { RowsAhead } from './rows-ahead.js';

const REMEMBERED = memoryBounds.rows.value;

/** An event that the read model shows, with its row after it. */
export interface Projected {
  readonly event: StoredEvent;
  readonly row: Row;
}

/** Where the projector reads the events of a stream that it missed. */
export interface StreamSource {
  readStreams(streams: readonly string[]): Promise<StoredEvent[]>;
}

/** Rows by stream as a batch meets them, and which of these were not remembered but read. */
interface Current {
  readonly rows: Map<string, Row>;
  readonly found: Set<string>;
}

/** Who wants to know what has been projected, once it is committed. */
export type OnProjected = (
  changes: readonly Projected[],
  position: number,
  generation: string,
) => void | Promise<void>;

/**
 * Folds events into rows. Per stream: an event that the row already has is skipped, the next one is
 * applied, and before a later one the gap is fetched from the event store. So loss, duplicates and any
 * order across streams lead to the same rows.
 */
export class Projector implements GuardedConsumer {
  readonly name = 'read-model';
  /** Notified of everything that arrives, also of what has no row. */
  onEvents: (events: readonly StoredEvent[]) => void = () => {};
  private readonly recent: LRUCache<string, Row>;
  private readonly ahead: RowsAhead;
  private unpublished: Projected[] = [];
  private unpublishedTo = 0;
  private written: Written = { checkpoint: 0, generation: '' };
  /** Up to where the listeners have been told; undefined before the first checkpoint is known. */
  private published: number | undefined;

  constructor(
    private readonly database: ReadDatabase,
    private readonly store: StreamSource,
    private readonly onProjected: OnProjected = () => {},
    remembered = REMEMBERED,
  ) {
    this.recent = new LRUCache({ max: remembered });
    this.ahead = new RowsAhead(database);
  }

  /**
   * What was committed and not told yet is told; what a crashed database forgot is forgotten here. Not
   * beyond what was told: another process may have written more into the same tables.
   */
  async checkpoint(): Promise<number> {
    if (this.unpublished.length > 0) await this.publish(this.unpublishedTo);
    const checkpoint = await this.database.checkpoint();
    if (checkpoint < this.written.checkpoint) this.forget();
    this.written = { ...this.written, checkpoint };
    this.published ??= checkpoint;
    return Math.min(checkpoint, this.published);
  }

  /** Reads the rows that something may be made of next, while that is being appended. */
  expect(streams: readonly string[]): void {
    this.ahead.expect(streams.filter((stream) => tableOf(stream) && !this.recent.has(stream)));
  }

  /** The rows of streams as they are by now. */
  async rowsOf(streams: Iterable<string>): Promise<Row[]> {
    const rows: Row[] = [];
    const missing: string[] = [];
    for (const stream of streams) {
      const row = this.recent.peek(stream);
      if (row) rows.push(row);
      else missing.push(stream);
    }
    return rows.concat([...(await this.database.rowsOf(missing)).values()]);
  }

  async handle(events: readonly StoredEvent[], upTo = events.at(-1)?.position ?? 0): Promise<void> {
    this.onEvents(events);
    const shown = events.filter(({ stream }) => tableOf(stream));
    await traceStage('project', shown, () =>
      this.save(upTo, async () => this.fold(shown, await this.currentRows(shown))),
    );
  }

  /** Rows are made from the whole stream: another process may have written the newest one already. */
  async redrive(events: readonly StoredEvent[]): Promise<void> {
    const [first, last] = [events[0], events.at(-1)];
    if (!first || !last || !tableOf(first.stream)) return;
    await this.save(0, async () => {
      const stream = await this.store.readStreams([first.stream]);
      const none = { rows: new Map(), found: new Set<string>() };
      const changes = await this.fold(
        stream.filter(({ version }) => version <= last.version),
        none,
      );
      return changes.filter(({ event }) => event.version >= first.version);
    });
  }

  private async save(upTo: number, change: () => Promise<Projected[]>): Promise<void> {
    try {
      const changes = await change();
      const { checkpoint } = this.written;
      this.written = await this.database.write(batchOf(changes), upTo, checkpoint);
      this.remember(changes);
      this.unpublished.push(...changes);
      this.unpublishedTo = Math.max(this.unpublishedTo, upTo);
    } catch (fault) {
      this.forget();
      throw fault;
    }
    await this.publish(this.unpublishedTo);
  }

  private async publish(position: number): Promise<void> {
    try {
      await this.onProjected(this.unpublished, position, this.written.generation);
    } catch (cause) {
      throw new Outage(`Nobody could be told: ${String(cause)}`, { cause });
    }
    this.unpublished = [];
    this.published = Math.max(position, this.published ?? 0);
  }

  private async currentRows(events: readonly StoredEvent[]): Promise<Current> {
    const rows = new Map<string, Row>();
    const found = new Set<string>();
    const missing = new Set<string>();
    for (const { stream, version, position } of events) {
      const known = this.recent.get(stream);
      const isNew = version === 1 && position > this.written.checkpoint;
      if (known) rows.set(stream, known);
      else if (!isNew && !rows.has(stream) && !missing.has(stream)) {
        const row = await this.ahead.take(stream, version - 1);
        if (row) rows.set(stream, row);
        (row ? found : missing).add(stream);
      }
    }
    for (const [stream, row] of await this.database.rowsOf(missing)) {
      rows.set(stream, row);
      found.add(stream);
    }
    return { rows, found };
  }

  private async fold(
    events: readonly StoredEvent[],
    { rows, found }: Current,
  ): Promise<Projected[]> {
    const changes: Projected[] = [];
    for (const event of events) {
      const known = rows.get(event.stream);
      const version = known?.version ?? 0;
      if (known && event.version <= version) {
        // Another process was faster: its row is in the table, and nobody was told of it here.
        const isNews = found.has(event.stream) && event.position > (this.published ?? Infinity);
        if (isNews) changes.push({ event, row: known });
        continue;
      }
      const due = event.version === version + 1 ? [event] : await this.gap(event, version);
      for (const each of due) {
        const row = evolveRow(rows.get(each.stream), each);
        if (!row) throw new Error(`${each.type} at ${each.position} does not fit its stream`);
        rows.set(each.stream, row);
        found.delete(each.stream);
        changes.push({ event: each, row });
      }
    }
    return changes;
  }

  private async gap({ stream, version }: StoredEvent, after: number): Promise<StoredEvent[]> {
    const events = await this.store.readStreams([stream]);
    return events.filter((event) => event.version > after && event.version <= version);
  }

  private forget(): void {
    this.recent.clear();
    this.ahead.clear();
  }

  private remember(changes: readonly Projected[]): void {
    for (const { event, row } of changes) {
      // A newer row is of another process: events up to it are still to be told here.
      if (row.version === event.version) this.recent.set(event.stream, row);
    }
  }
}

function batchOf(changes: readonly Projected[]): Map<TableName, Row[]> {
  const last = new Map(changes.map((change) => [change.event.stream, change]));
  const byTable = groupBy(last.values(), ({ event }) => tableOf(event.stream)!);
  return new Map([...byTable].map(([table, all]) => [table, all.map(({ row }) => row)]));
}
