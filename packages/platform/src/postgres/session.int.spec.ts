import { freshDatabase, type FreshDatabase } from '@feusa/testing/database';
import { openHeldProxy, type HeldProxy } from '@feusa/testing/held-proxy';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { prepareDatabase } from '@feusa/profiles/prepare-database';
import { inSession } from './session.js';

let fresh: FreshDatabase;
let proxy: HeldProxy;
const uncaught: unknown[] = [];
const remember = (fault: unknown) => void uncaught.push(fault);

beforeAll(async () => {
  fresh = await freshDatabase();
  proxy = await openHeldProxy(fresh.url);
  process.on('uncaughtException', remember);
});
afterAll(async () => {
  process.off('uncaughtException', remember);
  await proxy.close();
  await fresh.drop();
});

it('a migration that loses its connection while it waits for another one says so', async () => {
  const other = new pg.Client(fresh.url);
  await other.connect();
  await other.query(`select pg_advisory_lock(hashtext('feusa-migrate'))`);
  const migrated = prepareDatabase(proxy.url).catch((fault: Error) => fault.message);
  const waiting = `select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  await poll(async () => (await other.query(waiting)).rowCount).toBe(1);
  proxy.reset();
  expect(await migrated).toMatch(/ECONNRESET|terminated/);
  await other.end();
  expect(uncaught).toEqual([]);
});

it('a connection that is lost between two statements fails the next one', async () => {
  const asked = inSession(proxy.url, async (client) => {
    const lost = new Promise((end) => client.once('end', end));
    proxy.reset();
    await lost;
    await client.query('select');
  });
  await expect(asked).rejects.toThrow(/not queryable/);
  expect(uncaught).toEqual([]);
});
