import { freshDatabase } from '@feusa/testing/database';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { openPool } from './pool.js';

describe('a pool', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  beforeAll(async () => void (database = await freshDatabase()));
  afterAll(() => database.drop());

  const pooled = async () => {
    const faults: Error[] = [];
    const { url } = database;
    const pool = openPool({ url, max: 1, name: 'test', onError: (fault) => faults.push(fault) });
    const client = await pool.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    client.release();
    return { faults, pool, client, pid: rows[0]?.pid };
  };

  it('tells once of a connection that is lost', async () => {
    const { faults, pool, pid } = await pooled();
    const { pool: other } = await pooled();
    await other.query('select pg_terminate_backend($1)', [pid]);
    await poll(() => faults.length).toBeGreaterThan(0);
    await Promise.all([pool.end(), other.end()]);
    expect(faults.map(({ message }) => message)).toEqual([
      'terminating connection due to administrator command',
    ]);
  });

  it('says nothing where the server is faster than its goodbye', async () => {
    const { faults, pool, client } = await pooled();
    const ended = pool.end();
    client.emit('error', new Error('terminating connection due to administrator command'));
    await ended;
    expect(faults).toEqual([]);
  });
});
