import { expect, it } from '@jest/globals';
import { ACCOUNTS } from '@feusa/event-log/store/append';
import type { OpenSessions } from './contract.js';
import type { TestDatabase } from './test-database.js';
import { tokenHash } from './token.js';

/** How long a session lives, and how long what was read of it is believed. */
export function lifetimeContract(databaseOf: () => TestDatabase, open: OpenSessions): void {
  const setUp = async (email: string) => {
    const database = databaseOf();
    const { sessions } = await open(database);
    const userId = await database.addAccount(email);
    return { database, userId, token: await sessions.start(userId) };
  };
  const age = (token: string, column: string, by: string) =>
    databaseOf().pool.query(
      `update auth.sessions set ${column} = ${column} - interval '${by}' where token_hash = $1`,
      [tokenHash(token)],
    );
  const seenAt = async (token: string) => {
    const select = 'select seen_at from auth.sessions where token_hash = $1';
    const { rows } = await databaseOf().pool.query<{ seen_at: string }>(select, [tokenHash(token)]);
    return rows[0]?.seen_at ?? '';
  };
  /** Finds it in a process that has not found it before. */
  const findAnew = async (token: string) => (await open(databaseOf())).sessions.find(token);

  it('is dead with its user, in every process within 30 s', async () => {
    const { database, userId, token } = await setUp('removed@feusa.local');
    const other = await open(database);
    expect(await other.sessions.find(token)).toBeDefined();
    await database.pool.query(ACCOUNTS.UserRemoved, [userId]);
    await other.passTime(30_000);
    expect(await other.sessions.find(token)).toBeUndefined();
    expect(await findAnew(token)).toBeUndefined();
  });

  it('ends after 14 days, or 3 days without use', async () => {
    const { token: old } = await setUp('old@feusa.local');
    await age(old, 'expires_at', '14 days');
    expect(await findAnew(old)).toBeUndefined();
    const { token: idle } = await setUp('idle@feusa.local');
    await age(idle, 'seen_at', '3 days');
    expect(await findAnew(idle)).toBeUndefined();
  });

  it('is stepped up for 10 minutes, in every process, and no other session with it', async () => {
    const { database, userId, token } = await setUp('step@feusa.local');
    const { sessions } = await open(database);
    const other = await sessions.start(userId);
    expect(await sessions.isSteppedUp(token)).toBe(false);
    await (await open(database)).sessions.stepUp(token);
    expect(await sessions.isSteppedUp(token)).toBe(true);
    expect(await sessions.isSteppedUp(other)).toBe(false);
    // As a clock leaves it that was ahead.
    await age(token, 'stepped_up_until', '-2 days');
    expect(await sessions.isSteppedUp(token)).toBe(false);
    await sessions.stepUp(token);
    await age(token, 'stepped_up_until', '10 minutes');
    expect(await sessions.isSteppedUp(token)).toBe(false);
  });

  it('is remembered no longer than it lives', async () => {
    const { database, token } = await setUp('short@feusa.local');
    const other = await open(database);
    await age(token, 'expires_at', '13 days 23 hours 59 minutes 58 seconds');
    expect(await other.sessions.find(token)).toBeDefined();
    await age(token, 'expires_at', '1 hour');
    await other.passTime(2000);
    expect(await other.sessions.find(token)).toBeUndefined();
  });

  it('writes its use down once an hour', async () => {
    const { token } = await setUp('seen@feusa.local');
    await age(token, 'seen_at', '59 minutes');
    const before = await seenAt(token);
    const reader = await open(databaseOf());
    await reader.sessions.find(token);
    expect(await seenAt(token)).toBe(before);
    await age(token, 'seen_at', '2 minutes');
    await reader.passTime(30_000);
    await reader.sessions.find(token);
    expect(Date.parse(await seenAt(token))).toBeGreaterThan(Date.now() - 60_000);
  });
}
