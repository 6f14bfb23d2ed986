import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { ACCOUNTS } from '@feusa/event-log/store/append';
import { openPostgresSessions } from '../sessions/postgres.js';
import { openTestDatabase, type TestDatabase } from '../sessions/test-database.js';
import { tokenHash } from '../sessions/token.js';
import type { Credentials } from './port.js';
import { openPostgresCredentials } from './postgres.js';

let database: TestDatabase;
let credentials: Credentials;
let email: string;
let userId: string;
beforeAll(async () => {
  database = await openTestDatabase();
  credentials = openPostgresCredentials(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  email = `${randomUUID()}@Feusa.local`;
  userId = await database.addAccount(email);
  await credentials.put(userId, 'first');
});
const hash = async () => (await credentials.find(email))?.hash;
const count = async (table: string) =>
  (await database.pool.query(`select from auth.${table} where user_id = $1`, [userId])).rowCount;

it('finds an account by its address in any case', async () => {
  const user = { id: userId, email, role: 'basic' };
  expect(await credentials.find(` ${email.toUpperCase()} `)).toEqual({ user, hash: 'first' });
  expect(await credentials.find('nobody@feusa.local')).toBeUndefined();
});

it('puts a first hash only where there is none', async () => {
  expect(await credentials.putFirst(userId, 'second')).toBe(false);
  expect(await hash()).toBe('first');
  expect(await credentials.putFirst(randomUUID(), 'other')).toBe(true);
});

it('knows who has a password', async () => {
  const without = await database.addAccount(`${randomUUID()}@feusa.local`);
  expect([await credentials.has(userId), await credentials.has(without)]).toEqual([true, false]);
  const ids = await credentials.usersWithout();
  expect([ids.has(userId), ids.has(without)]).toEqual([false, true]);
});

it('knows whether anybody of a role can sign in', async () => {
  const admin = await database.addAccount(`${randomUUID()}@feusa.local`, 'admin');
  expect(await credentials.anyWithRole('admin')).toBe(false);
  await credentials.put(admin, 'x');
  expect(await credentials.anyWithRole('admin')).toBe(true);
});

it('uses a reset token once, with the sessions and other tokens of its user', async () => {
  const sessions = openPostgresSessions(database);
  await sessions.start(userId);
  const token = await credentials.startReset(userId);
  const earlier = await credentials.startReset(userId);
  expect((await credentials.findReset(token))?.email).toBe(email);
  expect(await credentials.useReset(token, 'new')).toBe(userId);
  expect(await hash()).toBe('new');
  expect(await count('sessions')).toBe(0);
  for (const used of [token, earlier]) {
    expect(await credentials.findReset(used)).toBeUndefined();
    expect(await credentials.useReset(used, 'again')).toBeUndefined();
  }
  expect(await hash()).toBe('new');
});

it('lets one of many win who use a token at once', async () => {
  for (let round = 0; round < 20; round++) {
    const tokens = [await credentials.startReset(userId), await credentials.startReset(userId)];
    const uses = Array.from({ length: 8 }, (_, use) => {
      const token = tokens[use % 2] ?? '';
      return credentials.useReset(token, `${round}-${use}`);
    });
    const answers = await Promise.all(uses);
    const winner = answers.findIndex(Boolean);
    expect(answers.filter(Boolean)).toEqual([userId]);
    expect(await hash()).toBe(`${round}-${winner}`);
  }
});

it('refuses a reset token of a clock that was ahead, which would live on', async () => {
  const token = await credentials.startReset(userId);
  const move = (by: string) =>
    database.pool.query(
      'update auth.resets set expires_at = expires_at + $2::interval where token_hash = $1',
      [tokenHash(token), by],
    );
  await move('1 minute');
  expect(await credentials.findReset(token)).toBeUndefined();
  expect(await credentials.useReset(token, 'new')).toBeUndefined();
  await move('-1 minute');
  expect(await credentials.useReset(token, 'new')).toBe(userId);
});

it('refuses a reset token after 30 minutes, a wrong one, a cut one', async () => {
  const token = await credentials.startReset(userId);
  await database.pool.query(
    `update auth.resets set expires_at = expires_at - interval '30 minutes' where token_hash = $1`,
    [tokenHash(token)],
  );
  for (const wrong of [token, token.slice(1), 'x'.repeat(43), '', '../x']) {
    expect(await credentials.findReset(wrong)).toBeUndefined();
    expect(await credentials.useReset(wrong, 'new')).toBeUndefined();
  }
  expect(await hash()).toBe('first');
});

it('refuses a reset token from before another password was set', async () => {
  const token = await credentials.startReset(userId);
  await credentials.put(userId, 'second');
  expect(await credentials.findReset(token)).toBeUndefined();
  expect(await credentials.useReset(token, 'new')).toBeUndefined();
  expect(await hash()).toBe('second');
});

it('refuses the reset token of a suspended user for as long as that lasts', async () => {
  const token = await credentials.startReset(userId);
  await database.pool.query(ACCOUNTS.UserSuspended, [userId]);
  expect(await credentials.findReset(token)).toBeUndefined();
  expect(await credentials.useReset(token, 'new')).toBeUndefined();
  await database.pool.query(ACCOUNTS.UserReinstated, [userId]);
  expect(await credentials.useReset(token, 'new')).toBe(userId);
});

it('refuses the reset token of a removed user', async () => {
  const token = await credentials.startReset(userId);
  await database.pool.query(ACCOUNTS.UserRemoved, [userId]);
  expect(await credentials.findReset(token)).toBeUndefined();
  expect(await credentials.useReset(token, 'new')).toBeUndefined();
});

it('keeps secrets', async () => {
  const name = randomUUID();
  expect(await credentials.secret(name)).toBeUndefined();
  expect(await credentials.keepSecret(name, 'one')).toBe('one');
  expect(await credentials.keepSecret(name, 'two')).toBe('one');
  await credentials.putSecret(name, 'three');
  expect(await credentials.secret(name)).toBe('three');
});

it('sweeps what is over and what no account came to', async () => {
  const orphan = randomUUID();
  const young = randomUUID();
  const sessions = openPostgresSessions(database);
  await credentials.put(orphan, 'x');
  await credentials.put(young, 'x');
  await sessions.start(userId);
  await credentials.startReset(userId);
  const { pool } = database;
  await pool.query(`update auth.credentials set created_at = now() - interval '2 hours'
    where user_id <> '${young}'`);
  await pool.query(`update auth.sessions set seen_at = now() - interval '4 days'`);
  await pool.query(`update auth.resets set expires_at = now() - interval '1 second'`);
  await credentials.sweep();
  expect(await credentials.putFirst(orphan, 'y')).toBe(true);
  expect(await credentials.putFirst(young, 'y')).toBe(false);
  expect([await hash(), await count('sessions'), await count('resets')]).toEqual(['first', 0, 0]);
});
