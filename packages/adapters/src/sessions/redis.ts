import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { RedisConnection } from '../redis/port.js';
import type { SessionCache } from './cache.js';
import { openChanges, type SessionChanges } from './changes.js';
import { lookUpIn } from './look-up.js';
import type { Sessions } from './port.js';
import { openPostgresSessions } from './postgres.js';
import { followChanges } from './redis-follow.js';
import { sharedLookUp } from './redis-look-up.js';
import { ChangeOutbox } from './redis-outbox.js';

export interface RedisSessionsOptions {
  readonly pool: Pool;
  readonly redis: RedisConnection;
  readonly log: Logger;
  readonly cache?: SessionCache;
}

/**
 * Sessions of several processes: the database is the truth, Redis shares look-ups and tells of changes.
 * Without Redis every call still works, and a change made elsewhere is seen after 10 s at most.
 * Following ends when `redis` is closed.
 */
export async function openRedisSessions(options: RedisSessionsOptions): Promise<Sessions> {
  const { pool, redis, log, cache } = options;
  const origin = randomUUID();
  const outbox = new ChangeOutbox(redis, origin);
  const here = openChanges();
  const changes: SessionChanges = {
    onChange: (listener) => here.onChange(listener),
    tell(change) {
      const sent = outbox.send(change);
      void here.tell(change);
      return sent;
    },
  };
  const lookUp = sharedLookUp(redis.client, lookUpIn(pool), (session) => outbox.has(session));
  const sessions = openPostgresSessions(pool, { ...(cache && { cache }), changes, lookUp });
  await followChanges(redis, log, (change, from) => {
    if (from !== origin) void here.tell(change);
  });
  return sessions;
}
