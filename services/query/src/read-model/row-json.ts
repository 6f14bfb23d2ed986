import type { EntityMetadata } from 'typeorm';

/** A row as JSON has it, with the names of the program. */
export type Json = Record<string, unknown>;

export const TIME = 'timestamptz';

/** Times leave the database as those of UTC, whatever zone it is set to. */
export const asJson = (column: string, type: unknown) =>
  type === TIME ? `${column} at time zone 'UTC'` : column;

/** `2026-01-31T12:00:00.5` is how PostgreSQL writes it in JSON; ours have three digits, and say whose time it is. */
export function withTimes(row: Json, times: readonly string[]): Json {
  for (const name of times) {
    const time = row[name];
    if (typeof time === 'string')
      row[name] = `${time.slice(0, 19)}.${time.slice(20, 23).padEnd(3, '0')}Z`;
  }
  return row;
}

/**
 * Rows come as JSON with the names of the program. An older row never overwrites a newer one, whoever
 * comes late.
 */
export function upsertOf({ tablePath, columns }: EntityMetadata): string {
  const names = columns.map(({ databaseName }) => databaseName);
  const given = columns.map(({ propertyName }) => `"${propertyName}"`);
  const types = columns.map(({ propertyName, type }) => `"${propertyName}" ${String(type)}`);
  const sets = names.map((name) => `${name} = excluded.${name}`);
  return `insert into ${quoted(tablePath)} as old (${names.join()})
    select ${given.join()} from jsonb_to_recordset($rows::jsonb) as r(${types.join()})
    where exists (select from moved)
    on conflict (id) do update set ${sets.join()} where old.version < excluded.version`;
}

export const quoted = (path: string) =>
  path
    .split('.')
    .map((part) => `"${part}"`)
    .join('.');
