import type { Pool } from 'pg';
import { tables } from './tables.js';

/** Makes the tables where there are none; safe in many processes at once. */
export async function prepareTables(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(hashtext('feusa-find'))`);
    await client.query(tables);
    await client.query('commit');
  } catch (fault) {
    await client.query('rollback').catch(() => undefined);
    throw fault;
  } finally {
    client.release();
  }
}
