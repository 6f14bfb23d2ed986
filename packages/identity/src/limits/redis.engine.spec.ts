import { describeWithEngine } from '@feusa/testing/engines';
import { pino } from 'pino';
import { afterAll, expect, it } from '@jest/globals';
import { openRedis } from '@feusa/platform/redis/connect';
import type { RedisConnection } from '@feusa/platform/redis/port';
import { emptyDatabase } from '@feusa/platform/redis/test-redis';
import { limitsContract } from './contract.js';
import { openRedisLimits } from './redis.js';

const DATABASE = 4;
const connections: RedisConnection[] = [];
const openProcess = async (url: string, secret = 'secret') => {
  const redis = await openRedis(url, pino({ level: 'silent' }));
  expect(redis.state()).toBe('ok');
  connections.push(redis);
  return openRedisLimits(redis, secret);
};
const processes = async (count: number) => {
  const url = await emptyDatabase(DATABASE);
  return Promise.all(Array.from({ length: count }, () => openProcess(url)));
};
const client = () => connections.at(-1)!.client;
describeWithEngine('redis', 'limits in Redis', () => {
  afterAll(() => connections.forEach((each) => each.close()));

  limitsContract('redis', async () => openProcess(await emptyDatabase(DATABASE)));

  it('counts what several processes see together', async () => {
    const [one, other] = await processes(2);
    for (let host = 1; host <= 5; host++) {
      await one!.signInFailed('ann', `10.0.0.${host}`);
      await other!.signInFailed('ann', `10.0.1.${host}`);
    }
    await expect(one!.signInAllowed('ann', 'here')).rejects.toThrow();
    await expect(other!.signInFailed('ann', 'here')).rejects.toThrow();
  });

  it('knows the addresses of an owner who signed in at another process', async () => {
    const [one, other] = await processes(2);
    await one!.signedIn('ann', 'home');
    for (let failure = 0; failure < 10; failure++) await other!.signInFailed('ann', 'abroad');
    await expect(other!.signInAllowed('ann', 'abroad')).rejects.toThrow();
    await other!.signInAllowed('ann', 'home');
  });

  it('lets nobody try more often because counts are gone from Redis', async () => {
    const [one] = await processes(1);
    for (let failure = 0; failure < 10; failure++) await one!.signInFailed('ann', 'abroad');
    await client().flushdb();
    await expect(one!.signInAllowed('ann', 'abroad')).rejects.toThrow();
    await expect(one!.signInFailed('ann', 'abroad')).rejects.toThrow();
  });

  it.each([
    ['no count at all', (key: string) => client().set(key, 'x')],
    ['a list', (key: string) => client().multi().del(key).rpush(key, 'x').exec()],
    ['a count without an end', (key: string) => client().set(key, '1000000')],
    [
      'a count that ends in a year',
      (key: string) => client().set(key, '1000000', 'EX', 31_536_000),
    ],
  ])('goes by its own count where there is %s in Redis', async (_, forge) => {
    const [one] = await processes(1);
    await one!.signInFailed('ann', 'abroad');
    for (const key of await client().keys('feusa:limit:*')) await forge(key);
    await one!.signInAllowed('ann', 'abroad');
    for (let failure = 1; failure < 10; failure++) await one!.signInFailed('ann', 'abroad');
    await expect(one!.signInAllowed('ann', 'abroad')).rejects.toThrow();
  });

  it('keeps nobody to be read', async () => {
    const url = await emptyDatabase(DATABASE);
    const limits = await openProcess(url);
    await limits.signInAttempt('192.0.2.77');
    await limits.signInFailed('ann@canary.example', '192.0.2.77');
    await limits.signedIn('ann@canary.example', '192.0.2.77');
    await limits.resetAllowed('ann@canary.example', '192.0.2.77');
    const { client } = connections.at(-1)!;
    const keys = await client.keys('*');
    expect(keys.length).toBeGreaterThanOrEqual(5);
    expect(keys.join('\n')).not.toMatch(/canary|192\.0\.2/);
  });

  it('has keys that nobody can make from an address without the secret', async () => {
    const url = await emptyDatabase(DATABASE);
    const keysOf = async (secret: string) => {
      const limits = await openProcess(url, secret);
      await limits.signedIn('ann', '192.0.2.77');
      await limits.signInFailed('ann', '192.0.2.77');
      const keys = await client().keys('*');
      await client().flushdb();
      return keys;
    };
    const [one, again, other] = [await keysOf('one'), await keysOf('one'), await keysOf('other')];
    expect(again.sort()).toEqual(one.sort());
    expect(other).toHaveLength(one.length);
    expect(other.filter((key) => one.includes(key))).toEqual([]);
  });
});
