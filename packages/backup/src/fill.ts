import type { Pool, PoolClient } from 'pg';
import type { Head, LogRecord } from '@feusa/event-log/store/port';
import type { Filling } from './port.js';

const IS_EMPTY = `select (select position from log.head) = 0
  and not exists (select from log.events) and not exists (select from log.accounts)
  and not exists (select from keys.subjects)
  and not exists (select from auth.credentials) and not exists (select from auth.secrets) as empty`;

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
    const { rows } = await client.query<{ empty: boolean }>(IS_EMPTY);
    if (rows[0]?.empty) return fillingOf(client, begin(client), end);
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
