import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStore } from '@feusa/event-log/store/port';
import { idOf, streamOf, type Noun, type StoredEvent } from '@feusa/contracts/events';
import type { Drift, TableFingerprint } from '@feusa/contracts/fingerprint';
import { byStream } from '@feusa/contracts/group-by';
import type { ReadDatabase } from '../read-model/database.js';
import { tableNames } from '../read-model/entities.js';
import type { Row, TableName } from '../read-model/rows.js';
import type { Pace } from './pace.js';
import { drift, driftOf, expectedRow } from './row-drift.js';
import { Sum } from './sum.js';

const PAGE = 500;
/** How long what is under way may take until a difference counts, ms. */
const SETTLE_MS = 300;

const nounsOf: Readonly<Record<TableName, readonly Noun[]>> = {
  folders: ['folder'],
  docs: ['file', 'link'],
  employees: ['employee'],
  errors: ['error'],
  groups: ['group'],
};

export interface TableCheck {
  readonly database: ReadDatabase;
  readonly store: EventStore;
  readonly pace: Pace;
  /** Streams that wait for somebody, and so are behind. */
  readonly waiting: ReadonlySet<string>;
  /** Notified of every event that is read. */
  onEvents?(events: readonly StoredEvent[]): void;
}

interface Compared {
  readonly tables: TableFingerprint[];
  readonly drifts: Drift[];
  readonly leftOut: number;
}

/** Replays each stream of the log and compares every row of the read model with what that makes. */
export async function checkTables(check: TableCheck): Promise<Compared> {
  const done: Compared = { tables: [], drifts: [], leftOut: 0 };
  let { leftOut } = done;
  for (const table of tableNames) {
    const pass = new TablePass(table, check);
    await pass.run();
    done.tables.push(pass.fingerprint());
    done.drifts.push(...pass.drifts);
    leftOut += pass.leftOut;
  }
  return { ...done, leftOut };
}

class TablePass {
  readonly drifts: Drift[] = [];
  leftOut = 0;
  private readonly found = new Sum();
  private readonly replayed = new Sum();

  constructor(
    private readonly table: TableName,
    private readonly check: TableCheck,
  ) {}

  fingerprint(): TableFingerprint {
    const { found, replayed, table } = this;
    return { table, rows: found.rows, fingerprint: found.hex, replay: replayed.hex };
  }

  async run(): Promise<void> {
    for (const noun of nounsOf[this.table]) await this.throughStreams(noun);
    await this.throughRows();
  }

  private async throughStreams(noun: Noun): Promise<void> {
    for (let after = `${noun}-`; ;) {
      const newest = await this.check.store.readLatest(noun, { after, limit: PAGE });
      if (newest.length > 0) await this.compare(newest.map(({ stream }) => stream));
      if (newest.length < PAGE) return;
      after = newest.at(-1)!.stream;
    }
  }

  private async compare(streams: readonly string[]): Promise<void> {
    const { database } = this.check;
    const wanted = streams.filter((stream) => !this.check.waiting.has(stream));
    const upTo = await database.checkpoint();
    const rows = await this.rowsOf(wanted);
    const events = await this.eventsOf(wanted);
    this.leftOut += streams.length - events.size;
    for (const [stream, own] of events) {
      const row = rows.get(idOf(stream));
      const drift = driftOf(this.table, row, { events: own, upTo });
      if (drift) await this.lookAgain(stream);
      else this.add(row, expectedRow(row, own, upTo));
    }
    await this.check.pace.spend([...events.values()].flat().length);
  }

  /** Once more, when whatever was under way has arrived. */
  private async lookAgain(stream: string): Promise<void> {
    await sleep(SETTLE_MS);
    const upTo = await this.check.database.checkpoint();
    const row = (await this.rowsOf([stream])).get(idOf(stream));
    const events = await this.check.store.readStreams([stream]);
    const drift = driftOf(this.table, row, { events, upTo });
    if (drift) this.drifts.push(drift);
    this.add(row, expectedRow(row, events, upTo));
  }

  private add(found: Row | undefined, expected: Row | undefined): void {
    if (found) this.found.add(found);
    if (expected) this.replayed.add(expected);
  }

  private async rowsOf(streams: readonly string[]): Promise<Map<string, Row>> {
    const rows: Row[] = await this.check.database.find(this.table, streams.map(idOf));
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** Without those that this release cannot read. */
  private async eventsOf(streams: readonly string[]): Promise<Map<string, StoredEvent[]>> {
    const { store } = this.check;
    const all = await store.readStreams(streams).catch(async (fault: unknown) => {
      if (streams.length === 1) return [];
      const each = streams.map((stream) => store.readStreams([stream]).catch(() => []));
      const events = (await Promise.all(each)).flat();
      if (events.length === 0) throw fault;
      return events;
    });
    this.check.onEvents?.(all);
    return byStream(all);
  }

  /** Rows that no stream stands for. */
  private async throughRows(): Promise<void> {
    for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
      const condition = `id > $1 order by id limit ${PAGE}`;
      const rows = await this.check.database.where(this.table, condition, [after]);
      for (const row of await this.strangers(rows)) {
        this.found.add(row);
        const detail = 'the log knows nothing of it';
        this.drifts.push(drift(this.table, row.id, { kind: 'extra', detail }));
      }
      if (rows.length < PAGE) return;
      after = rows.at(-1)!.id;
      await this.check.pace.spend(rows.length);
    }
  }

  private async strangers(rows: readonly Row[]): Promise<Row[]> {
    const nouns = nounsOf[this.table];
    const streams = rows.flatMap(({ id }) => nouns.map((noun) => streamOf(noun, id)));
    const known = new Set((await this.check.store.knownStreams(streams)).map(idOf));
    return rows.filter(({ id }) => !known.has(id));
  }
}
