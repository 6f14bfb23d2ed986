import { createHmac } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import type { RedisConnection } from '@feusa/platform/redis/port';
import { limitsOf, type Counter, type Owners, type Window } from './counted.js';
import { ownersInProcess } from './in-process.js';
import type { Limits } from './port.js';

const MONTH = 30 * 24 * 60 * 60;

/** What stands in Redis for somebody. */
type Mark = (key: string) => string;

/**
 * Limits that all processes count together; while Redis is away, each process counts for itself. Who reads
 * Redis alone cannot try out whom a mark stands for: `secret` lies elsewhere and is the same everywhere.
 */
export function openRedisLimits(redis: RedisConnection, secret: string): Limits {
  const mark: Mark = (key) => createHmac('sha256', secret).update(key).digest('base64url');
  return limitsOf((window) => marked(counterIn(redis, window), mark), ownersInRedis(redis, mark));
}

const marked = (counter: Counter, mark: Mark): Counter => ({
  points: counter.points,
  duration: counter.duration,
  consume: (key) => counter.consume(mark(String(key))),
  get: (key) => counter.get(mark(String(key))),
});

/**
 * What this process has counted itself holds whatever is in Redis: who can write there may count for others,
 * which keeps people out for a window, but takes nothing back. A count without an end was not ours to make.
 */
function counterIn({ client }: RedisConnection, window: Window): Counter {
  const here = new RateLimiterMemory(window);
  const together = new RateLimiterRedis({
    ...window,
    keyPrefix: `feusa:limit:${window.keyPrefix}`,
    storeClient: client,
    rejectIfRedisNotReady: true,
    insuranceLimiter: new RateLimiterMemory(window),
  });
  const isOurs = ({ msBeforeNext }: RateLimiterRes) =>
    msBeforeNext >= 0 && msBeforeNext <= window.duration * 1000;
  const forget = (key: string | number) => together.delete(String(key)).catch(() => false);
  return {
    points: window.points,
    duration: window.duration,
    async consume(key) {
      const own = await here.consume(key);
      try {
        return await together.consume(key);
      } catch (count) {
        if (count instanceof Error || isOurs(count as RateLimiterRes)) throw count;
        await forget(key);
        return own;
      }
    },
    async get(key) {
      const [own, all] = await Promise.all([here.get(key), together.get(key)]);
      if (all && !isOurs(all)) await forget(key);
      return all && isOurs(all) && all.consumedPoints > (own?.consumedPoints ?? 0) ? all : own;
    },
  };
}

/**
 * Everybody's owners, each for 30 days after the last sign-in; while Redis is away those of this
 * process.
 */
function ownersInRedis({ client }: RedisConnection, mark: Mark): Owners {
  const here = ownersInProcess();
  const keyOf = (account: string, address: string) =>
    `feusa:owner:${mark(`${account} ${address}`)}`;
  return {
    async has(account, address) {
      if (await here.has(account, address)) return true;
      return client.exists(keyOf(account, address)).then(Boolean, () => false);
    },
    async add(account, address) {
      await here.add(account, address);
      await client.set(keyOf(account, address), '', 'EX', MONTH).catch(() => undefined);
    },
  };
}
