import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACCOUNTS } from '../event-store/statements.js';
import { SessionCache } from './cache.js';
import { sessionsContract } from './contract.js';
import { openPostgresSessions } from './postgres.js';
import { openTestDatabase, type TestDatabase } from './test-database.js';

sessionsContract('postgres', async ({ pool }) => {
  let now = 0;
  const sessions = openPostgresSessions(pool, { cache: new SessionCache(10, () => now) });
  return { sessions, passTime: async (ms) => void (now += ms) };
});

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it('is dead with its user at once where nothing is remembered', async () => {
  const sessions = openPostgresSessions(database.pool);
  const userId = await database.addAccount('removed@feusa.local');
  const token = await sessions.start(userId);
  await database.pool.query(ACCOUNTS.UserRemoved, [userId]);
  expect(await sessions.find(token)).toBeUndefined();
});

it('answers from memory in microseconds', async () => {
  const sessions = openPostgresSessions(database.pool);
  const token = await sessions.start(await database.addAccount('fast@feusa.local'));
  await sessions.find(token);
  const rounds = 100_000;
  const start = performance.now();
  for (let round = 0; round < rounds; round++) await sessions.find(token);
  expect(((performance.now() - start) * 1000) / rounds).toBeLessThan(20);
});
