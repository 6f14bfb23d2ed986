import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { describeWithEngine } from '@feusa/testing/engines';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { poll, waitFor } from '@feusa/testing/wait';
import { openRedisLimits } from './limits/redis.js';
import { SessionCache } from './sessions/cache.js';
import type { SessionChange } from './sessions/port.js';
import { openRedisSessions } from './sessions/redis.js';
import { CHANGES } from './sessions/redis-follow.js';
import { openTestDatabase, type TestDatabase } from './sessions/test-database.js';
import { openRedis } from '@feusa/platform/redis/connect';
import { OwnRedis } from '@feusa/platform/redis/test-redis';

const log = pino({ level: 'silent' });
const BACK = { timeout: 30_000, interval: 50 };
let database: TestDatabase;
let server: OwnRedis;

describeWithEngine('redis', 'without Redis', () => {
  let processes: Awaited<ReturnType<typeof openProcess>>[];

  beforeAll(async () => {
    database = await openTestDatabase();
  });
  beforeEach(async () => {
    server = await OwnRedis.open();
    processes = await Promise.all([openProcess(), openProcess()]);
  });
  afterEach(async () => {
    for (const { redis } of processes) redis.close();
    await server.close();
  });
  afterAll(() => database.close());

  /** What one process of the product has of Redis; `clock` moves what its memory takes for the time. */
  async function openProcess() {
    const clock = { now: 0 };
    const redis = await openRedis(server.url, log);
    const cache = new SessionCache(100, () => clock.now);
    const { pool, source } = database;
    const sessions = await openRedisSessions({ pool, source, redis, log, cache });
    const heard: SessionChange[] = [];
    sessions.onChange((change) => heard.push(change));
    return { clock, redis, sessions, limits: openRedisLimits(redis, 'secret'), heard };
  }
  const both = () => processes as [(typeof processes)[0], (typeof processes)[0]];

  /** Runs calls one after the other, none of which may take 3 s. */
  async function quickly(...calls: (() => unknown)[]): Promise<void> {
    for (const call of calls) {
      const start = performance.now();
      await call();
      expect(performance.now() - start).toBeLessThan(3000);
    }
  }

  async function backInOrder(): Promise<void> {
    const [one, other] = both();
    await waitFor(() => {
      expect([one.redis.state(), other.redis.state()]).toEqual(['ok', 'ok']);
    }, BACK);
  }

  describe.each([
    ['killed', () => server.kill(), () => server.start()],
    ['killed, and restarts empty', () => server.kill(), () => server.startEmpty()],
    ['frozen', () => server.freeze(), () => server.thaw()],
  ])('while Redis is %s', (_, goAway, comeBack) => {
    it('sessions work from the database, and changes are told when it is back', async () => {
      const [one, other] = both();
      const userId = await database.addAccount(`${randomUUID()}@feusa.local`);
      const known = await one.sessions.start(userId);
      expect(await other.sessions.find(known)).toBeDefined();
      await goAway();
      await quickly(
        async () => expect(await one.sessions.find(known)).toBeDefined(),
        async () => {
          const fresh = await other.sessions.start(userId);
          expect((await one.sessions.find(fresh))?.user.id).toBe(userId);
        },
        () => one.sessions.end(known),
        async () => expect(await one.sessions.find(known)).toBeUndefined(),
      );
      expect(other.heard).toEqual([]);
      await comeBack();
      await waitFor(() => expect(other.heard).toMatchObject([{ kind: 'ended' }]), BACK);
      expect(await other.sessions.find(known)).toBeUndefined();
      await backInOrder();
      await one.sessions.endUser(userId);
      const isPublished = () => expect(other.heard[1]).toEqual({ kind: 'user-ended', userId });
      await waitFor(isPublished, BACK);
    });

    it('a session that ended elsewhere is dead within 10 s', async () => {
      const [one, other] = both();
      const userId = await database.addAccount(`${randomUUID()}@feusa.local`);
      const token = await one.sessions.start(userId);
      await one.sessions.find(token);
      expect(await other.sessions.find(token)).toBeDefined();
      await goAway();
      await one.sessions.end(token);
      other.clock.now = 10_000;
      await quickly(async () => expect(await other.sessions.find(token)).toBeUndefined());
    });

    it('limits are counted in the process, and together when it is back', async () => {
      const [one, other] = both();
      await one.limits.signedIn('ann', 'home');
      await goAway();
      for (let failure = 0; failure < 10; failure++) {
        await quickly(() => one.limits.signInFailed('ann', 'abroad'));
      }
      await quickly(
        () => expect(one.limits.signInAllowed('ann', 'abroad')).rejects.toThrow(),
        () => one.limits.signInAllowed('ann', 'home'),
        () => one.limits.signInAttempt('home'),
        () => one.limits.signedIn('ann', 'new'),
      );
      await comeBack();
      await backInOrder();
      for (let failure = 0; failure < 5; failure++) {
        await one.limits.signInFailed('sam', 'one');
        await other.limits.signInFailed('sam', 'other');
      }
      await expect(other.limits.signInAllowed('sam', 'third')).rejects.toThrow();
    });

    it('the process is idle and says what is wrong', async () => {
      const [one] = both();
      await goAway();
      await pause(2000);
      const before = process.cpuUsage();
      await pause(3000);
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1000).toBeLessThan(300);
      expect(one.redis.state()).toMatch(/refused|timed out|timeout|closed/i);
      await comeBack();
      await backInOrder();
    });
  });

  it('opens without Redis, and uses it as soon as it is there', async () => {
    await server.kill();
    const late = await openProcess();
    processes.push(late);
    const userId = await database.addAccount(`${randomUUID()}@feusa.local`);
    const token = await late.sessions.start(userId);
    expect((await late.sessions.find(token))?.user.id).toBe(userId);
    expect(late.redis.state()).toMatch(/ECONNREFUSED/);
    await server.startEmpty();
    await waitFor(() => expect(late.redis.state()).toBe('ok'), BACK);
    await waitFor(() => {
      both()[0].sessions.userChanged(userId);
      expect(late.heard).toContainEqual({ kind: 'user-changed', userId });
    }, BACK);
  });

  it('goes on with a stream that began anew behind the place it was at', async () => {
    const [one, other] = both();
    one.sessions.userChanged('first');
    await poll(() => other.heard).toHaveLength(1);
    const client = new Redis(server.url);
    await client.del(CHANGES);
    await client.xadd(CHANGES, '1-1', 'kind', 'user-ended', 'id', 'second', 'from', 'elsewhere');
    await client.client('KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    client.disconnect();
    const second = { kind: 'user-ended', userId: 'second' };
    await waitFor(() => expect(other.heard[1]).toEqual(second), BACK);
  });

  it('reads on where it was after an interruption', async () => {
    const [one, other] = both();
    one.sessions.userChanged('first');
    await poll(() => other.heard).toHaveLength(1);
    const client = new Redis(server.url);
    await client.client('KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    for (const id of ['a', 'b', 'c']) {
      await client.xadd(CHANGES, '*', 'kind', 'user-ended', 'id', id, 'from', 'elsewhere');
    }
    client.disconnect();
    await waitFor(() => expect(other.heard).toHaveLength(4), BACK);
    expect(other.heard.slice(1)).toMatchObject([{ userId: 'a' }, { userId: 'b' }, { userId: 'c' }]);
  });
});
