import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { ACCOUNTS } from '@feusa/event-log/store/append';
import { SessionCache } from './cache.js';
import { sessionsContract } from './contract.js';
import { openPostgresSessions } from './postgres.js';
import { openTestDatabase, type TestDatabase } from './test-database.js';

sessionsContract('postgres', async (own) => {
  let now = 0;
  const sessions = openPostgresSessions(own, { cache: new SessionCache(10, () => now) });
  return { sessions, passTime: async (ms) => void (now += ms) };
});

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it('is dead with its user at once where nothing is remembered', async () => {
  const sessions = openPostgresSessions(database);
  const userId = await database.addAccount('removed@feusa.local');
  const token = await sessions.start(userId);
  await database.pool.query(ACCOUNTS.UserRemoved, [userId]);
  expect(await sessions.find(token)).toBeUndefined();
});

it('answers from memory, and asks the database once', async () => {
  const sessions = openPostgresSessions(database);
  const token = await sessions.start(await database.addAccount('fast@feusa.local'));
  const query = jest.spyOn(database.pool, 'query');
  for (let round = 0; round < 100; round++) await sessions.find(token);
  expect(query).toHaveBeenCalledTimes(1);
  query.mockRestore();
});
