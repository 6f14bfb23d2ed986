import { randomUUID } from 'node:crypto';
import type { Role } from '@feusa/contracts/users';
import type { Logger } from 'pino';
import type { Connections } from '@feusa/platform/postgres/source';
import type { RedisConnection } from '@feusa/platform/redis/port';
import type { SessionCache } from './cache.js';
import { openChanges, type SessionChanges } from './changes.js';
import { lookUpIn, type LookUp } from './look-up.js';
import type { Sessions } from './port.js';
import { openPostgresSessions } from './postgres.js';
import { followChanges } from './redis-follow.js';
import { ChangeOutbox } from './redis-outbox.js';

/** What bounds a revocation that Redis could not tell of, or was kept from telling of. */
const TRUSTED_MS = 10_000;

export interface RedisSessionsOptions extends Connections {
  readonly redis: RedisConnection;
  readonly log: Logger;
  readonly cache?: SessionCache;
  /** The roles that need a second factor. */
  readonly needing?: readonly Role[];
}

/**
 * Sessions of several processes: the database says who somebody is, Redis only that it has changed its mind.
 * Without Redis every call still works, and a change made elsewhere is seen after 10 s at most.
 * Following ends when `redis` is closed.
 */
export async function openRedisSessions(options: RedisSessionsOptions): Promise<Sessions> {
  const { pool, source, redis, log, cache, needing } = options;
  const origin = randomUUID();
  const outbox = new ChangeOutbox(redis, origin);
  const here = openChanges();
  const changes: SessionChanges = {
    onChange: (listener) => here.onChange(listener),
    publish(change) {
      const sent = outbox.send(change);
      void here.publish(change);
      return sent;
    },
  };
  const lookUp = trustedFor(TRUSTED_MS, lookUpIn(pool, needing));
  const sessions = openPostgresSessions(
    { pool, source },
    { ...(cache && { cache }), changes, lookUp },
  );
  await followChanges(redis, log, (change, from) => {
    if (from !== origin) void here.publish(change);
  });
  return sessions;
}

/** The time that the look-up takes counts. */
const trustedFor =
  (ms: number, lookUp: LookUp): LookUp =>
  async (hash) => {
    const began = performance.now();
    const found = await lookUp(hash);
    return (
      found && { ...found, trustMs: Math.min(found.trustMs, ms - (performance.now() - began)) }
    );
  };
