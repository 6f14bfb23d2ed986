import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import type { RedisConnection } from '../redis/port.js';
import { limitsOf, markOf, type Owners } from './counted.js';
import { ownersInProcess } from './in-process.js';
import type { Limits } from './port.js';

const MONTH = 30 * 24 * 60 * 60;

/** Limits that all processes count together; while Redis is away, each process counts for itself. */
export const openRedisLimits = (redis: RedisConnection): Limits =>
  limitsOf(
    (window) =>
      new RateLimiterRedis({
        ...window,
        keyPrefix: `feusa:limit:${window.keyPrefix}`,
        storeClient: redis.client,
        rejectIfRedisNotReady: true,
        insuranceLimiter: new RateLimiterMemory(window),
      }),
    ownersInRedis(redis),
  );

/**
 * Everybody's owners, each for 30 days after the last sign-in; while Redis is away those of this
 * process. Keys are hashes: nobody's address lies there to be read.
 */
function ownersInRedis({ client }: RedisConnection): Owners {
  const here = ownersInProcess();
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

const keyOf = (account: string, address: string) =>
  `feusa:owner:${markOf(`${account} ${address}`)}`;
