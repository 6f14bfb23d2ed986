import type { StoredEvent } from '@feusa/contracts/events';
import fc from 'fast-check';
import type { ReadDatabase } from './database.js';
import { tableNames } from './entities.js';
import { evolveRow, type Row } from './rows.js';
import { history } from './test-history.js';

/** A log with more than 50 events, always the same. */
export const aLongLog = fc
  .sample(history, { numRuns: 99, seed: 5 })
  .find(({ length }) => length > 50)!;
export const sourceOf = (log: readonly StoredEvent[]) => ({
  readStreams: (streams: readonly string[]) =>
    Promise.resolve(log.filter(({ stream }) => streams.includes(stream))),
});

/** Every row of every table, in the order of ids. */
export async function allRows(database: ReadDatabase): Promise<Row[]> {
  const tables = await Promise.all(tableNames.map((table) => database.where(table, 'true')));
  return tables.flat().toSorted((a, b) => a.id.localeCompare(b.id));
}

/** What a plain replay in memory makes of a log. */
export function replayed(log: readonly StoredEvent[]): Row[] {
  const rows = new Map<string, Row>();
  for (const event of log) {
    const row = evolveRow(rows.get(event.stream), event);
    if (row) rows.set(event.stream, row);
  }
  return [...rows.values()].toSorted((a, b) => a.id.localeCompare(b.id));
}
