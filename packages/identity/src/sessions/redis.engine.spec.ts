import { Redis } from 'ioredis';
import { describeWithEngine } from '@feusa/testing/engines';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { ACCOUNTS } from '@feusa/event-log/store/append';
import { openRedis } from '@feusa/platform/redis/connect';
import type { RedisConnection } from '@feusa/platform/redis/port';
import { emptyDatabase } from '@feusa/platform/redis/test-redis';
import { SessionCache } from './cache.js';
import { sessionsContract } from './contract.js';
import type { SessionChange } from './port.js';
import { CHANGES } from './redis-follow.js';
import { openRedisSessions } from './redis.js';
import { openTestDatabase, type TestDatabase } from './test-database.js';
import { tokenHash } from './token.js';

const log = pino({ level: 'silent' });
const connections: RedisConnection[] = [];
let url: string;
let database: TestDatabase;
describeWithEngine('redis', 'sessions over Redis', () => {
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  beforeEach(async () => {
    url = await emptyDatabase(5);
  });
  afterEach(() => connections.splice(0).forEach((each) => each.close()));
  afterAll(() => database.close());

  async function openProcess({ pool, source }: TestDatabase, cache = new SessionCache()) {
    const redis = await openRedis(url, log);
    connections.push(redis);
    return openRedisSessions({ pool, source, redis, log, cache });
  }

  sessionsContract('redis', async (where) => {
    let now = 0;
    const sessions = await openProcess(where, new SessionCache(10, () => now));
    const passTime = async (ms: number) => void (now += ms);
    return { sessions, passTime };
  });

  const setUp = async (email: string) => {
    const [one, other] = await Promise.all([openProcess(database), openProcess(database)]);
    const userId = await database.addAccount(email);
    return { one, other, userId, token: await one.start(userId) };
  };

  it('tells other processes of every change, in order', async () => {
    const { one, other, userId, token } = await setUp('tell@feusa.local');
    const heard: SessionChange[] = [];
    other.onChange((change) => heard.push(change));
    const session = await one.find(token);
    one.userChanged(userId);
    await one.end(token);
    await one.endUser(userId);
    await poll(() => heard).toHaveLength(3);
    expect(heard).toEqual([
      { kind: 'user-changed', userId },
      { kind: 'ended', sessionId: session?.id },
      { kind: 'user-ended', userId },
    ]);
  });

  it.each(['end', 'endUser'] as const)('%s counts in every process', async (how) => {
    const { one, other, userId, token } = await setUp(`${how}@feusa.local`);
    expect(await other.find(token)).toBeDefined();
    const heard = new Promise((resolve) => other.onChange(resolve));
    await one[how](how === 'end' ? token : userId);
    await heard;
    expect(await other.find(token)).toBeUndefined();
  });

  it('shows a new role in every process', async () => {
    const { one, other, userId, token } = await setUp('role@feusa.local');
    expect((await other.find(token))?.user.role).toBe('basic');
    const heard = new Promise((resolve) => other.onChange(resolve));
    await database.pool.query(ACCOUNTS.UserRoleSet, [userId, 'auditor']);
    one.userChanged(userId);
    await heard;
    expect((await other.find(token))?.user.role).toBe('auditor');
  });

  it('goes by the database, whatever is in Redis', async () => {
    const { one, other, userId, token } = await setUp('forged@feusa.local');
    const user = { id: userId, email: 'forged@feusa.local', role: 'admin' };
    const client = new Redis(url);
    for (const each of [tokenHash(token), tokenHash('x'.repeat(43))])
      await client.set(`feusa:session:${each.toString('hex')}`, JSON.stringify(user));
    client.disconnect();
    expect((await one.find(token))?.user.role).toBe('basic');
    expect(await other.find('x'.repeat(43))).toBeUndefined();
  });

  it('a change that nobody made ends nothing', async () => {
    const { one, other, userId, token } = await setUp('untrue@feusa.local');
    const id = (await one.find(token))?.id ?? '';
    const heard: SessionChange[] = [];
    other.onChange((change) => heard.push(change));
    const client = new Redis(url);
    await client.xadd(CHANGES, '*', 'what', 'is this');
    for (const [kind, of] of [
      ['ended', id],
      ['user-ended', userId],
      ['user-changed', userId],
    ])
      for (let times = 0; times < 3; times++)
        await client.xadd(CHANGES, '*', 'kind', kind!, 'id', of!, 'from', 'nobody');
    client.disconnect();
    await poll(() => heard.length).toBeGreaterThanOrEqual(3);
    for (const process of [one, other])
      expect((await process.find(token))?.user.role).toBe('basic');
  });

  it('keeps nothing that was looked up before a change in another process', async () => {
    const { one, other, userId, token } = await setUp('slow@feusa.local');
    const answered = pauseAnswers();
    const looking = other.find(token);
    await answered.asked;
    await one.endUser(userId);
    answered.release();
    expect(await looking).toBeDefined();
    expect(await other.find(token)).toBeUndefined();
    expect(await (await openProcess(database)).find(token)).toBeUndefined();
  });

  it('goes by its own changes while they are on their way, and sends them again', async () => {
    const { one, other, token } = await setUp('lost@feusa.local');
    await one.find(token);
    const heard = new Promise((resolve) => other.onChange(resolve));
    for (const { client } of connections) {
      jest.spyOn(client, 'xadd').mockRejectedValueOnce(new Error('Connection is closed.'));
    }
    await one.end(token);
    expect(await one.find(token)).toBeUndefined();
    expect(await heard).toMatchObject({ kind: 'ended' });
    expect(await other.find(token)).toBeUndefined();
  });

  it('relies on nothing for longer than 10 s', async () => {
    const { userId, token } = await setUp('bound@feusa.local');
    let now = 0;
    const other = await openProcess(database, new SessionCache(10, () => now));
    expect(await other.find(token)).toBeDefined();
    await database.pool.query(ACCOUNTS.UserRemoved, [userId]);
    now = 10_000;
    expect(await other.find(token)).toBeUndefined();
  });

  it('keeps neither sessions nor tokens in Redis', async () => {
    const { one, token } = await setUp('rest@feusa.local');
    const session = await one.find(token);
    await one.end(token);
    const client = new Redis(url);
    expect(await client.keys('*')).toEqual([CHANGES]);
    const published = JSON.stringify(await client.xrange(CHANGES, '-', '+'));
    client.disconnect();
    expect(published).toContain(session?.id);
    expect(published).not.toContain(token);
    expect(published).not.toContain('rest@feusa.local');
  });

  /** Holds the next answer of the database back, as a slow network does. */
  function pauseAnswers() {
    const query = database.pool.query.bind(database.pool) as (
      ...all: unknown[]
    ) => Promise<unknown>;
    let release = () => {};
    const free = new Promise<void>((resolve) => (release = resolve));
    const spy = jest.spyOn(database.pool, 'query');
    const asked = new Promise<void>((resolve) => {
      spy.mockImplementationOnce((async (...all: unknown[]) => {
        const answer = await query(...all);
        resolve();
        await free;
        return answer;
      }) as never);
    });
    return { asked, release: () => (release(), spy.mockRestore()) };
  }
});
