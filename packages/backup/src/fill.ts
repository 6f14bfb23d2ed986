import type { ClientBase, Pool, PoolClient } from 'pg';
import type { Head, LogRecord } from '@feusa/event-log/store/port';
import type { Filling } from './port.js';

/** What is in an empty log is in none of these, and `log.head` is at its beginning. */
const FILLED = [
  ...(['log.head', 'log.events', 'log.accounts'] as const),
  ...(['keys.subjects', 'auth.credentials', 'auth.secrets'] as const),
];

const isEmptyTable = (table: string) =>
  table === 'log.head'
    ? '(select position from log.head) = 0'
    : `not exists (select from ${table})`;

async function areEmpty(client: ClientBase, tables: readonly string[]): Promise<boolean> {
  const conditions = ['true', ...tables.map(isEmptyTable)].join(' and ');
  const { rows } = await client.query<{ empty: boolean }>(`select ${conditions} as empty`);
  return rows[0]?.empty ?? false;
}

/** Whether a log can be filled here, as it is now; a database without tables is empty. */
export async function isEmptyLog(client: ClientBase): Promise<boolean> {
  const text = 'select name from unnest($1::text[]) name where to_regclass(name) is not null';
  const { rows } = await client.query<{ name: string }>(text, [FILLED]);
  return areEmpty(
    client,
    rows.map(({ name }) => name),
  );
}

/** Puts events back; what follows from all of them is there in the end. */
interface Refill {
  add(records: readonly LogRecord[]): Promise<void>;
  end(): Promise<void>;
}

/** Begins to fill a database again, on this connection. */
export type BeginRefill = (client: PoolClient) => Refill;

/**
 * Begins to fill an empty log, in one transaction and with rows as the backup has them, whatever their columns;
 * undefined where it is not empty. `pool` acts as the owner of the tables.
 */
export async function openFilling(pool: Pool, begin: BeginRefill): Promise<Filling | undefined> {
  const client = await pool.connect();
  const end = async () => {
    await client.query('rollback');
    client.release();
  };
  try {
    await client.query(`begin; set local statement_timeout = 0;
      set local idle_in_transaction_session_timeout = 0; lock table log.head in exclusive mode`);
    if (await areEmpty(client, FILLED)) return fillingOf(client, begin(client), end);
    await end();
    return undefined;
  } catch (fault) {
    client.release(true);
    throw fault;
  }
}

const fillingOf = (client: PoolClient, refill: Refill, rollback: () => Promise<void>): Filling => ({
  append: (records) => refill.add(records),
  async rows(table, rows) {
    const text = `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`;
    await client.query(text, [`[${rows.join()}]`]);
  },
  async commit({ position, hash }: Head) {
    await refill.end();
    await client.query('update log.head set position = $1, hash = $2', [position, hash]);
    await client.query('commit');
    client.release();
  },
  rollback,
});
