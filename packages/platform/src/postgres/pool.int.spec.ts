import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
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

  it('waits for a server that is slow to let it in as it starts', async () => {
    const { hostname, port } = new URL(database.url);
    const slow = createServer((socket) => {
      const server = connect(Number(port), hostname);
      pipeline(socket, server, () => undefined);
      void setTimeout(3500).then(() => pipeline(server, socket, () => undefined));
    }).listen(0, '127.0.0.1');
    await once(slow, 'listening');
    const url = new URL(database.url);
    url.host = `127.0.0.1:${(slow.address() as AddressInfo).port}`;
    const pool = openPool({ url: url.href, max: 1, name: 'test' });
    expect((await pool.query('select 7 as seven')).rows).toEqual([{ seven: 7 }]);
    await pool.end();
    slow.close();
  });

  it('says nothing where the server is faster than its goodbye', async () => {
    const { faults, pool, client } = await pooled();
    const ended = pool.end();
    client.emit('error', new Error('terminating connection due to administrator command'));
    await ended;
    expect(faults).toEqual([]);
  });
});
