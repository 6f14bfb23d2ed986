import type { ErasedPlace } from '@feusa/contracts/certificate';
import { idOf, streamOf } from '@feusa/contracts/events';
import { ERASED } from '@feusa/contracts/personal';
import type { Pool } from 'pg';

interface Table {
  readonly place: string;
  readonly table: string;
  readonly column: string;
  readonly by: 'stream' | 'id';
  /** A condition on the rows found: that they still say something about the person. */
  readonly and?: string;
}

/** The photos that there were: known until their blobs are gone. */
export const PHOTOS = 'keys.images';

/** Every table with something of people in it, but the log. */
export const TABLES: readonly Table[] = [
  { place: 'Key of the encrypted fields', table: 'keys.subjects', column: 'subject', by: 'stream' },
  { place: 'Photos', table: PHOTOS, column: 'subject', by: 'stream' },
  { place: 'Account', table: 'log.accounts', column: 'id', by: 'id' },
  { place: 'Remembered answers', table: 'log.answers', column: 'actor', by: 'id' },
  { place: 'Password', table: 'auth.credentials', column: 'user_id', by: 'id' },
  { place: 'Invitation', table: 'auth.invitations', column: 'id', by: 'id' },
  { place: 'Sessions', table: 'auth.sessions', column: 'user_id', by: 'id' },
  { place: 'Password resets', table: 'auth.resets', column: 'user_id', by: 'id' },
  { place: 'Own favourites', table: 'personal.items', column: 'user_id', by: 'id' },
  { place: 'Favourites of others', table: 'personal.items', column: 'id', by: 'id' },
];

/** Made of the log by others, who take the person out. */
const DERIVED: readonly Table[] = [
  {
    ...{ place: 'Directory', table: 'read.employees', column: 'id', by: 'id' },
    and: `first_name <> '${ERASED}'`,
  },
  { place: 'Names in the audit trail', table: 'audit.things', column: 'stream', by: 'stream' },
];

/** What a table knows the person of this stream by. */
export const valueIn = ({ by }: Table, stream: string): string =>
  by === 'stream' ? stream : idOf(stream);

/** What each of the tables has left of a person now, with the question in SQL that shows it to anybody. */
export function lookAtTables(pool: Pool, stream: string): Promise<ErasedPlace[]> {
  const looks = [...TABLES, ...DERIVED].map((each) => {
    const where = `${each.table} where ${each.column}::text =`;
    const and = each.and ? ` and ${each.and}` : '';
    const value = valueIn(each, stream);
    const check = `select count(*) from ${where} '${value}'${and};`;
    return look(pool, { place: each.place, check }, [`${where} $1${and}`, value]);
  });
  return Promise.all(looks);
}

/** Looks for the reports that were to go with a person. */
export function lookAtReports(pool: Pool, ids: readonly string[]): Promise<ErasedPlace> {
  const streams = ids.map((id) => streamOf('error', id));
  const where = 'keys.subjects where subject =';
  const place = `Error reports that told of the person: ${ids.length}`;
  const check = `select count(*) from ${where} any('{${streams.join()}}');`;
  return look(pool, { place, check }, [`${where} any($1)`, streams]);
}

async function look(
  pool: Pool,
  place: Omit<ErasedPlace, 'left'>,
  [from, value]: readonly [string, unknown],
): Promise<ErasedPlace> {
  const text = `select count(*)::int as left from ${from}`;
  const { rows } = await pool.query<{ left: number }>(text, [value]);
  return { ...place, left: rows[0]!.left };
}
