import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ACCOUNTS } from '../event-store/statements.js';
import { SessionCache } from './cache.js';
import type { SessionChange } from './port.js';
import { openPostgresSessions } from './postgres.js';
import { openTestDatabase, type TestDatabase } from './test-database.js';
import { tokenHash } from './token.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const setUp = async (email: string) => {
  const sessions = openPostgresSessions(database.pool);
  const userId = await database.addAccount(email);
  const token = await sessions.start(userId);
  return { sessions, userId, token };
};
/** The same database seen by another process, which remembers nothing of this one. */
const elsewhere = () => openPostgresSessions(database.pool);
const age = (token: string, column: string, by: string) =>
  database.pool.query(
    `update auth.sessions set ${column} = ${column} - interval '${by}' where token_hash = $1`,
    [tokenHash(token)],
  );

it('finds a session by its token, with the address and role of its user', async () => {
  const { sessions, userId, token } = await setUp('ann@feusa.local');
  expect(token).toMatch(/^[\w-]{43}$/);
  const session = await sessions.find(token);
  expect(session?.user).toEqual({ id: userId, email: 'ann@feusa.local', role: 'basic' });
  expect(session?.id).toMatch(/^[0-9a-f]{64}$/);
});

it('keeps no token at rest', async () => {
  const { token } = await setUp('rest@feusa.local');
  const { rows } = await database.pool.query('select * from auth.sessions');
  expect(JSON.stringify(rows)).not.toContain(token);
});

it('survives a restart', async () => {
  const { token } = await setUp('restart@feusa.local');
  expect(await elsewhere().find(token)).toBeDefined();
});

it.each(['', 'x', 'x'.repeat(43), 'a'.repeat(8192), "' or true --", '\0'])(
  'finds nothing for %j',
  async (token) => expect(await elsewhere().find(token)).toBeUndefined(),
);

it('asks the database once for requests that arrive together, then not at all', async () => {
  const { sessions, token } = await setUp('together@feusa.local');
  const query = vi.spyOn(database.pool, 'query');
  await Promise.all(Array.from({ length: 50 }, () => sessions.find(token)));
  await sessions.find(token);
  expect(query).toHaveBeenCalledTimes(1);
  query.mockRestore();
});

it('ends a session at once', async () => {
  const { sessions, userId, token } = await setUp('end@feusa.local');
  const other = await sessions.start(userId);
  await sessions.find(token);
  await sessions.end(token);
  expect(await sessions.find(token)).toBeUndefined();
  expect(await elsewhere().find(token)).toBeUndefined();
  expect(await sessions.find(other)).toBeDefined();
});

it('ends all sessions of a user', async () => {
  const { sessions, userId, token } = await setUp('all@feusa.local');
  const tokens = [token, await sessions.start(userId)];
  for (const each of tokens) await sessions.find(each);
  await sessions.endUser(userId);
  for (const each of tokens) expect(await sessions.find(each)).toBeUndefined();
});

it('remembers nothing that it looked up while the session ended', async () => {
  const { sessions, token } = await setUp('race@feusa.local');
  const looking = sessions.find(token);
  await Promise.all([looking, sessions.end(token)]);
  expect(await sessions.find(token)).toBeUndefined();
});

it('shows a new role at once', async () => {
  const { sessions, userId, token } = await setUp('role@feusa.local');
  await sessions.find(token);
  await database.pool.query(ACCOUNTS.UserRoleSet, [userId, 'admin']);
  sessions.userChanged(userId);
  expect((await sessions.find(token))?.user.role).toBe('admin');
});

it('is dead with its user, in every process within 30 s', async () => {
  const { userId, token } = await setUp('removed@feusa.local');
  let now = 0;
  const other = openPostgresSessions(database.pool, new SessionCache(10, () => now));
  await other.find(token);
  await database.pool.query(ACCOUNTS.UserRemoved, [userId]);
  expect(await elsewhere().find(token)).toBeUndefined();
  now = 30_000;
  expect(await other.find(token)).toBeUndefined();
});

it('ends after 14 days, or 3 days without use', async () => {
  const { token: old } = await setUp('old@feusa.local');
  await age(old, 'expires_at', '14 days');
  expect(await elsewhere().find(old)).toBeUndefined();
  const { token: idle } = await setUp('idle@feusa.local');
  await age(idle, 'seen_at', '3 days');
  expect(await elsewhere().find(idle)).toBeUndefined();
});

it('is remembered no longer than it lives', async () => {
  const { token } = await setUp('short@feusa.local');
  let now = 0;
  const other = openPostgresSessions(database.pool, new SessionCache(10, () => now));
  await age(token, 'expires_at', '13 days 23 hours 59 minutes 58 seconds');
  expect(await other.find(token)).toBeDefined();
  now = 2000;
  await age(token, 'expires_at', '1 hour');
  expect(await other.find(token)).toBeUndefined();
});

it('writes its use down once an hour', async () => {
  const { token } = await setUp('seen@feusa.local');
  const seen = async () =>
    (
      await database.pool.query<{ seen_at: string }>(
        'select seen_at from auth.sessions where token_hash = $1',
        [tokenHash(token)],
      )
    ).rows[0]?.seen_at;
  await age(token, 'seen_at', '59 minutes');
  const before = await seen();
  await elsewhere().find(token);
  expect(await seen()).toBe(before);
  await age(token, 'seen_at', '2 minutes');
  await elsewhere().find(token);
  expect(Date.parse((await seen()) ?? '')).toBeGreaterThan(Date.now() - 60_000);
});

it('tells of every change', async () => {
  const { sessions, userId, token } = await setUp('tell@feusa.local');
  const changes: SessionChange[] = [];
  const stop = sessions.onChange((change) => changes.push(change));
  const session = await sessions.find(token);
  sessions.userChanged(userId);
  await sessions.end(token);
  await sessions.endUser(userId);
  stop();
  sessions.userChanged(userId);
  expect(changes).toEqual([
    { kind: 'user-changed', userId },
    { kind: 'ended', sessionId: session?.id },
    { kind: 'user-ended', userId },
  ]);
});

it('answers from memory in microseconds', async () => {
  const { sessions, token } = await setUp('fast@feusa.local');
  await sessions.find(token);
  const rounds = 100_000;
  const start = performance.now();
  for (let round = 0; round < rounds; round++) await sessions.find(token);
  expect(((performance.now() - start) * 1000) / rounds).toBeLessThan(20);
});
