import type { Pool, PoolClient } from 'pg';

/**
 * Does work in one transaction, on a connection of its own. Where it fails, all is taken back, and the connection is
 * thrown away: nobody knows what state it is in.
 */
export async function inTransaction<T>(
  pool: Pick<Pool, 'connect'>,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (fault) {
    client.release(true);
    throw fault;
  }
}
