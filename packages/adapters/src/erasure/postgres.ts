import { idOf, personalFields, streamOf } from '@feusa/contracts/events';
import { ERASED } from '@feusa/contracts/personal';
import type { Pool } from 'pg';
import type { Entry, Erasures } from './port.js';

interface Table {
  readonly place: string;
  readonly table: string;
  readonly column: string;
  readonly by: 'stream' | 'id';
  /** Made from the log by others, who take the person out. */
  readonly derived?: true;
}

const PHOTOS = 'keys.images';

/** Every table with something of people in it, but the log. */
const TABLES: readonly Table[] = [
  { place: 'Key of the sealed fields', table: 'keys.subjects', column: 'subject', by: 'stream' },
  { place: 'Photos', table: PHOTOS, column: 'subject', by: 'stream' },
  { place: 'Account', table: 'log.accounts', column: 'id', by: 'id' },
  { place: 'Remembered answers', table: 'log.answers', column: 'actor', by: 'id' },
  { place: 'Password', table: 'auth.credentials', column: 'user_id', by: 'id' },
  { place: 'Sessions', table: 'auth.sessions', column: 'user_id', by: 'id' },
  { place: 'Password resets', table: 'auth.resets', column: 'user_id', by: 'id' },
];

/** What is made of the log: counted where a person would still be told by name. */
const DERIVED = [
  {
    place: 'Directory',
    table: 'read.employees',
    column: 'id',
    by: 'id',
    and: `first_name <> '${ERASED}'`,
  },
  {
    place: 'Names in the audit trail',
    table: 'audit.things',
    column: 'stream',
    by: 'stream',
  },
] as const;

const SEALED = `bytes like '%"sealed":"%'`;

/** Beside the log, in its database; `pool` belongs to the caller. */
export function openErasures(pool: Pool): Erasures {
  const rows = async <T>(text: string, values: unknown[] = []) =>
    (await pool.query(text, values)).rows as T[];
  const valueOf = (by: Table['by'], stream: string) => (by === 'stream' ? stream : idOf(stream));

  /** The last comparison may quote what differed. */
  const forgetComparison = async () => {
    const text = `select to_regclass('fingerprint.last') is not null as there`;
    const [last] = await rows<{ there: boolean }>(text);
    if (last?.there) await pool.query('delete from fingerprint.last');
  };

  const lookAtReports = async (ids: readonly string[]) => {
    const streams = ids.map((id) => streamOf('error', id));
    const text = `select count(*)::int as left from keys.subjects where subject = any($1)`;
    const [found] = await rows<{ left: number }>(text, [streams]);
    const named = `any('{${streams.join()}}')`;
    const check = `select count(*) from keys.subjects where subject = ${named};`;
    return {
      place: `Error reports that told of the person: ${ids.length}`,
      left: found!.left,
      check,
    };
  };

  return {
    async unfinished() {
      const left = TABLES.map(({ table, column, by }) => {
        const subject = by === 'stream' ? 'subject' : `substr(subject, strpos(subject, '-') + 1)`;
        return `exists (select from ${table} t where t.${column}::text = ${subject})`;
      });
      const text = `select subject from keys.erased where ${left.join(' or ')}`;
      return (await rows<{ subject: string }>(text)).map(({ subject }) => subject);
    },

    async purge(stream) {
      for (const { table, column, by } of TABLES) {
        if (table === PHOTOS) continue;
        const where = `${column}::text = $1`;
        await pool.query(`delete from ${table} where ${where}`, [valueOf(by, stream)]);
      }
      await forgetComparison();
      const text = `select blob from ${PHOTOS} where subject = $1`;
      return (await rows<{ blob: string }>(text, [stream])).map(({ blob }) => blob);
    },

    async forgetPhotos(stream) {
      await pool.query(`delete from ${PHOTOS} where subject = $1`, [stream]);
    },

    async all() {
      return rows<Entry>('select subject as stream, at from keys.erased');
    },

    async look(stream, reports) {
      const all = [...TABLES, ...DERIVED];
      const looks = all.map(async ({ place, table, column, by, ...more }) => {
        const and = 'and' in more ? ` and ${more.and}` : '';
        const value = valueOf(by, stream);
        const where = `where ${column}::text =`;
        const text = `select count(*)::int as left from ${table} ${where} $1${and}`;
        const [found] = await rows<{ left: number }>(text, [value]);
        const check = `select count(*) from ${table} ${where} '${value}'${and};`;
        return { place, left: found!.left, check };
      });
      const told = reports.length > 0 ? [lookAtReports(reports)] : [];
      return Promise.all([...looks, ...told]);
    },

    async unsealed(stream) {
      const text = `select position from log.events
        where stream = $1 and type = any($2) and not ${SEALED} order by position`;
      const found = await rows<{ position: number }>(text, [stream, [...personalFields.keys()]]);
      return found.map(({ position }) => position);
    },
  };
}
