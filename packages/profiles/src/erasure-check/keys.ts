import { Redis } from 'ioredis';
import { connectionTo, type RedisAddress } from '@feusa/platform/redis/connect';
import type { SearchedValues } from './searched-values.js';

const AT_ONCE = 1000;

/** How everything of a key is read, by its type. */
const READS: Readonly<Record<string, (redis: Redis, key: string) => Promise<unknown>>> = {
  string: (redis, key) => redis.get(key),
  hash: (redis, key) => redis.hgetall(key),
  list: (redis, key) => redis.lrange(key, 0, -1),
  set: (redis, key) => redis.smembers(key),
  zset: (redis, key) => redis.zrange(key, 0, -1),
  stream: (redis, key) => redis.xrange(key, '-', '+'),
};

/** The keys that have one of these texts in their names or in what is kept there. */
export async function keysWith(address: RedisAddress, wanted: SearchedValues): Promise<string[]> {
  const redis = new Redis(address.url, connectionTo(address));
  const found = new Set<string>();
  try {
    let cursor = '0';
    do {
      const [next, keys] = await redis.scan(cursor, 'COUNT', AT_ONCE);
      const texts = await Promise.all(keys.map((key) => textOf(redis, key)));
      keys.filter((key, at) => wanted.isIn(key + texts[at]!)).forEach((key) => found.add(key));
      cursor = next;
    } while (cursor !== '0');
    return [...found];
  } finally {
    redis.disconnect();
  }
}

async function textOf(redis: Redis, key: string): Promise<string> {
  const type = await redis.type(key);
  if (type === 'none') return '';
  const read = READS[type];
  if (!read) throw new Error(`Redis keeps ${type}, which cannot be read`);
  return JSON.stringify(await read(redis, key)) ?? '';
}
