import { signInBounds } from '@feusa/contracts/bounds';
import type { Connections } from '@feusa/platform/postgres/source';
import { Raw } from 'typeorm';
import { SessionCache } from './cache.js';
import { openChanges, type SessionChanges } from './changes.js';
import { StoredSession } from './entities.js';
import { openFinder } from './finder.js';
import { LONGEST, STEP_UP } from '../session-lifetimes.js';
import { lookUpIn, type LookUp } from './look-up.js';
import type { Sessions } from './port.js';
import { newToken, tokenHash } from './token.js';

/** Of a user with too many, those that were used longest ago end, in the statement that counts them. */
const START = `
with surplus as (
  delete from auth.sessions where token_hash in (
    select token_hash from auth.sessions where user_id = $2
    order by seen_at desc, created_at desc offset ${signInBounds.sessions.value - 1})
  returning token_hash
), started as (
  insert into auth.sessions (token_hash, user_id, expires_at)
  values ($1, $2, now() + ${LONGEST})
)
select token_hash as hash from surplus`;

/** What is different where several processes share the sessions. */
export interface SessionParts {
  readonly cache?: SessionCache;
  readonly lookUp?: LookUp;
  readonly changes?: SessionChanges;
}

/** Sessions in schema `auth`, remembered in this process for 30 s; `pool` belongs to the caller. */
export function openPostgresSessions(
  { pool, source }: Connections,
  parts: SessionParts = {},
): Sessions {
  const { cache = new SessionCache(), lookUp = lookUpIn(pool), changes = openChanges() } = parts;
  const sessions = source.getRepository(StoredSession);
  return {
    find: openFinder(cache, lookUp, changes),

    async start(userId) {
      const token = newToken();
      const { rows } = await pool.query<{ hash: Buffer }>(START, [tokenHash(token), userId]);
      for (const { hash } of rows)
        await changes.tell({ kind: 'ended', sessionId: hash.toString('hex') });
      return token;
    },

    async end(token) {
      const hash = tokenHash(token);
      await sessions.delete({ tokenHash: hash });
      await changes.tell({ kind: 'ended', sessionId: hash.toString('hex') });
    },

    async stepUp(token) {
      const steppedUpUntil = () => `now() + ${STEP_UP}`;
      await sessions.update({ tokenHash: tokenHash(token) }, { steppedUpUntil });
    },

    isSteppedUp: (token) =>
      sessions.existsBy({
        tokenHash: tokenHash(token),
        steppedUpUntil: Raw((column) => `${column} > now()`),
      }),

    async endUser(userId) {
      await sessions.delete({ userId });
      await changes.tell({ kind: 'user-ended', userId });
    },

    userChanged: (userId) => void changes.tell({ kind: 'user-changed', userId }),

    onChange: (listener) => changes.onChange(listener),
  };
}
