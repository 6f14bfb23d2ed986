import { signInBounds } from '@feusa/contracts/bounds';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ACCOUNTS } from '@feusa/event-log/store/append';
import { lifetimeContract } from './contract-lifetimes.js';
import type { SessionChange, Sessions } from './port.js';
import { openTestDatabase, type TestDatabase } from './test-database.js';

/** The sessions of one process, which remember nothing of another's. */
export interface SessionsProcess {
  readonly sessions: Sessions;
  /** Makes everything that is remembered, here or beside the database, older. */
  passTime(ms: number): Promise<void>;
}
export type OpenSessions = (database: TestDatabase) => Promise<SessionsProcess>;

/** What every adapter of the sessions does; `open` opens another process on the same database. */
export const sessionsContract = (name: string, open: OpenSessions) =>
  describe(`sessions contract: ${name}`, () => {
    let database: TestDatabase;
    beforeAll(async () => {
      database = await openTestDatabase();
    });
    afterAll(() => database.close());

    const elsewhere = async () => (await open(database)).sessions;
    const setUp = async (email: string) => {
      const sessions = await elsewhere();
      const userId = await database.addAccount(email);
      return { sessions, userId, token: await sessions.start(userId) };
    };

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
      expect(await (await elsewhere()).find(token)).toBeDefined();
    });

    it('ends the one that was used longest ago where somebody has too many', async () => {
      const { sessions, userId, token } = await setUp('many@feusa.local');
      await database.pool.query(
        `update auth.sessions set seen_at = now() - interval '1 minute' where user_id = $1`,
        [userId],
      );
      // Where nobody else has used it since.
      const other = await elsewhere();
      const first = await other.find(token);
      const ended: SessionChange[] = [];
      sessions.onChange((change) => ended.push(change));
      const more: string[] = [];
      for (let n = 1; n < signInBounds.sessions.value; n++) more.push(await sessions.start(userId));
      expect(await other.find(token)).toBeDefined();
      more.push(await sessions.start(userId));
      expect(await sessions.find(token)).toBeUndefined();
      expect(ended).toEqual([{ kind: 'ended', sessionId: first?.id }]);
      expect(await sessions.find(more[0]!)).toBeDefined();
    });

    it('ends none that is in use for one that has just begun', async () => {
      const { sessions, userId, token } = await setUp('in-use@feusa.local');
      const more: string[] = [];
      for (let n = 0; n < signInBounds.sessions.value + 2; n++) {
        expect(await sessions.find(token)).toBeDefined();
        more.push(await sessions.start(userId));
      }
      const found = await Promise.all(more.map((each) => sessions.find(each)));
      expect(found.map((each) => each !== undefined)).toEqual(more.map((_, n) => n > 2));
    });

    it.each(['', 'x', 'x'.repeat(43), 'a'.repeat(8192), "' or true --", '\0'])(
      'finds nothing for %j',
      async (token) => expect(await (await elsewhere()).find(token)).toBeUndefined(),
    );

    it('asks the database once for requests that arrive together, then not at all', async () => {
      const { sessions, token } = await setUp('together@feusa.local');
      const query = jest.spyOn(database.pool, 'query');
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
      expect(await (await elsewhere()).find(token)).toBeUndefined();
      expect(await sessions.find(other)).toBeDefined();
    });

    it('ends all sessions of a user, but none that begins afterwards', async () => {
      const { sessions, userId, token } = await setUp('all@feusa.local');
      const tokens = [token, await sessions.start(userId)];
      for (const each of tokens) await sessions.find(each);
      await sessions.endUser(userId);
      for (const each of tokens) expect(await sessions.find(each)).toBeUndefined();
      const next = await sessions.start(userId);
      expect((await sessions.find(next))?.user.id).toBe(userId);
    });

    it('lists those of a user with where they began, and ends one or all others', async () => {
      const { sessions, userId, token } = await setUp('list@feusa.local');
      const from = { device: 'Firefox on Linux', address: '10.0.0.7' };
      const [second, third] = [await sessions.start(userId, from), await sessions.start(userId)];
      const stranger = await database.addAccount('stranger@feusa.local');
      const idOf = async (each: string) => (await sessions.find(each))?.id ?? '';
      const listed = await sessions.list(userId);
      expect(listed).toHaveLength(3);
      expect(listed.find(({ device }) => device !== '')).toEqual({
        ...{ id: await idOf(second), ...from },
        ...{ begun: expect.stringMatching(/Z$/), lastUsed: expect.stringMatching(/Z$/) },
      });
      expect(await sessions.endOne(stranger, await idOf(second))).toBe(false);
      expect(await sessions.endOne(userId, await idOf(second))).toBe(true);
      expect(await sessions.find(second)).toBeUndefined();
      await sessions.endOthers(userId, token);
      expect(await sessions.find(third)).toBeUndefined();
      expect(await sessions.find(token)).toBeDefined();
      expect(await sessions.list(userId)).toHaveLength(1);
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

    lifetimeContract(() => database, open);
  });
