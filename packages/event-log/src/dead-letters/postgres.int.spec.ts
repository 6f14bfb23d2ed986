import { freshDatabase, type FreshDatabase } from '@feusa/testing/database';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openPool } from '@feusa/platform/postgres/pool';
import type { Connections } from '@feusa/platform/postgres/source';
import { openConnections, prepareDatabase } from '@feusa/profiles/prepare-database';
import { deadLettersContract } from './contract.js';
import { openPostgresDeadLetters } from './postgres.js';

let fresh: FreshDatabase;
let pool: pg.Pool;
let connections: Connections;
beforeAll(async () => {
  fresh = await freshDatabase();
  const [role] = await prepareDatabase(fresh.url);
  pool = openPool({ url: fresh.url, max: 4, name: 'test', ...(role && { role }) });
  connections = await openConnections(pool);
});
afterAll(async () => {
  await pool.end();
  await fresh.drop();
});

/** Time passes by moving everything that was noted into the past. */
const later = async (seconds: number) => {
  const text = `update parking.letters set due_at = due_at - $1 * interval '1 s',
    claimed_until = claimed_until - $1 * interval '1 s'`;
  await pool.query(text, [seconds]);
};

deadLettersContract('PostgreSQL', async () => {
  await pool.query('delete from parking.letters');
  await pool.query('delete from parking.actions');
  return { letters: openPostgresDeadLetters(connections), later };
});

it('of two processes that claim at once one gets the stream', async () => {
  const letters = openPostgresDeadLetters(connections);
  await pool.query('delete from parking.letters');
  const place = {
    stream: 'file-1',
    fromVersion: 1,
    position: 1,
    eventId: 'e',
    eventType: 'FileAdded',
  };
  await letters.add({ consumer: 'read-model', ...place, error: 'no', tries: 5 });
  const { id } = (await letters.list())[0]!;
  const order = { by: 'ada', perMinute: 60, force: false };
  const marked = await Promise.all([1, 2, 3].map(() => letters.redrive([id], order)));
  expect(marked.flat()).toHaveLength(1);
  const claims = await Promise.all([1, 2, 3].map(() => letters.claim('read-model', 1)));
  expect(claims.filter((claim) => claim !== undefined)).toHaveLength(1);
});
