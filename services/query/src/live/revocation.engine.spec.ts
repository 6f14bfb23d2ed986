import { randomUUID } from 'node:crypto';
import { openRedis } from '@feusa/platform/redis/connect';
import type { RedisConnection } from '@feusa/platform/redis/port';
import { OwnRedis } from '@feusa/platform/redis/test-redis';
import { openRedisSessions } from '@feusa/identity/sessions/redis';
import { openTestDatabase, type TestDatabase } from '@feusa/identity/sessions/test-database';
import { describeWithEngine } from '@feusa/testing/engines';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { waitFor } from '@feusa/testing/wait';
import { Replica } from './test-replica.js';

/** Much sooner than sockets are looked after when nothing was told, which is every 15 s. */
const soon = { timeout: 10_000 };
const log = pino({ level: 'silent' });
let database: TestDatabase;
let server: OwnRedis;
let connections: RedisConnection[];
let replicas: [Replica, Replica];

describeWithEngine('redis', 'revocation over Redis', () => {
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  beforeEach(async () => {
    server = await OwnRedis.open();
    connections = [];
    replicas = [await openReplica(), await openReplica()];
  });
  afterEach(async () => {
    for (const replica of replicas) await replica.close();
    for (const redis of connections) redis.close();
    await server.close();
  });
  afterAll(() => database.close());

  const openSessions = async () => {
    const redis = await openRedis(server.url, log);
    connections.push(redis);
    return openRedisSessions({ pool: database.pool, source: database.source, redis, log });
  };
  const openReplica = async () => Replica.open(await openSessions());

  /** Somebody with a browser on each replica, and another session that stays. */
  const setUp = async () => {
    const command = await openSessions();
    const userId = await database.addAccount(`${randomUUID()}@feusa.local`);
    const [token, kept] = [await command.start(userId), await command.start(userId)];
    const browsersOf = (of: string) => Promise.all(replicas.map((replica) => replica.connect(of)));
    return {
      command,
      userId,
      token,
      browsers: await browsersOf(token),
      others: await browsersOf(kept),
    };
  };
  const states = (browsers: readonly { state: string }[]) => browsers.map(({ state }) => state);
  const CUT = ['signed out', 'signed out'];

  it('cuts the sockets of an ended session on every replica because it is told', async () => {
    const { command, token, userId, browsers, others } = await setUp();
    await command.end(token);
    await waitFor(() => expect(states(browsers)).toEqual(CUT), soon);
    expect(states(others)).toEqual(['connected', 'connected']);
    await command.endUser(userId);
    await waitFor(() => expect(states(others)).toEqual(CUT), soon);
  });

  it('cuts them within 30 s while Redis is away', async () => {
    const { command, token, browsers, others } = await setUp();
    await server.kill();
    await command.end(token);
    const patience = { timeout: 30_000, interval: 100 };
    await waitFor(() => expect(states(browsers)).toEqual(CUT), patience);
    expect(states(others)).toEqual(['connected', 'connected']);
  });
});
