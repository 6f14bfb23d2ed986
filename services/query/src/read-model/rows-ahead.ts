import { idOf } from '@feusa/contracts/events';
import { groupBy } from '@feusa/contracts/group-by';
import type { ReadDatabase } from './database.js';
import { tableOf, type Row } from './rows.js';

/** As many as a batch of commands has. */
const MOST = 256;

/**
 * Rows that are read while the events which change them are on their way to the disk. Another process may have written
 * newer ones by then, as it may between any reading and writing.
 */
export class RowsAhead {
  private readonly reading = new Map<string, Promise<ReadonlyMap<string, Row>>>();

  constructor(private readonly database: Pick<ReadDatabase, 'find'>) {}

  /** Streams that have rows. */
  expect(streams: readonly string[]): void {
    const wanted = new Set(streams.filter((stream) => !this.reading.has(stream)));
    // Of what was refused nothing is ever taken.
    if (this.reading.size + wanted.size > MOST) this.clear();
    for (const [table, some] of groupBy(wanted, (stream) => tableOf(stream)!)) {
      const rows = this.database
        .find(table, some.map(idOf))
        .then((found) => new Map(found.map((row): [string, Row] => [row.id, row])));
      rows.catch(() => undefined);
      for (const stream of some) this.reading.set(stream, rows);
    }
  }

  /** A row, once; undefined where it was not expected, could not be read, or is older than `version`. */
  async take(stream: string, version: number): Promise<Row | undefined> {
    const rows = this.reading.get(stream);
    if (!rows) return undefined;
    this.reading.delete(stream);
    const row = (await rows.catch(() => undefined))?.get(idOf(stream));
    return row && row.version >= version ? row : undefined;
  }

  clear(): void {
    this.reading.clear();
  }
}
