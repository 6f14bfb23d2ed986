import { signInBounds } from '@feusa/contracts/bounds';
import type { Role } from '@feusa/contracts/users';
import type { Connections } from '@feusa/platform/postgres/source';
import { Raw } from 'typeorm';
import { SessionCache } from './cache.js';
import { openChanges, type SessionChanges } from './changes.js';
import { StoredSession } from './entities.js';
import { openFinder } from './finder.js';
import { LONGEST, LONGEST_UNUSED, STEP_UP } from '../session-lifetimes.js';
import { lookUpIn, type LookUp } from './look-up.js';
import type { OwnSession, Sessions } from './port.js';
import { newToken, tokenHash } from './token.js';

/**
 * Of a user with too many, those that were used longest ago end, in the statement that counts them. Use is written
 * down once an hour: those that are known to be in use ($7) come before all others.
 */
const START = `
with surplus as (
  delete from auth.sessions where token_hash in (
    select token_hash from auth.sessions where user_id = $2
    order by encode(token_hash, 'hex') = any($7) desc, seen_at desc, created_at desc offset ${signInBounds.sessions.value - 1})
  returning token_hash
), started as (
  insert into auth.sessions (token_hash, user_id, expires_at, device, address, sso, strong)
  values ($1, $2, now() + ${LONGEST}, $3, $4, $5, $6)
)
select token_hash as hash from surplus`;

const END_ONE = `
delete from auth.sessions where user_id = $1 and token_hash = $2 returning token_hash as hash`;

const END_OTHERS = `
delete from auth.sessions where user_id = $1 and token_hash <> $2 returning token_hash as hash`;

/** The parts that differ where several processes share the sessions. */
export interface SessionParts {
  readonly cache?: SessionCache;
  readonly lookUp?: LookUp;
  readonly changes?: SessionChanges;
  /** The roles that need a second factor. */
  readonly needing?: readonly Role[];
}

/** Sessions in schema `auth`, remembered in this process for 30 s; `pool` belongs to the caller. */
export function openPostgresSessions(
  { pool, source }: Connections,
  parts: SessionParts = {},
): Sessions {
  const { cache = new SessionCache(), changes = openChanges() } = parts;
  const { lookUp = lookUpIn(pool, parts.needing) } = parts;
  const sessions = source.getRepository(StoredSession);
  /** By a statement that answers with the hashes of those that it deletes. */
  const endAll = async (statement: string, values: unknown[]) => {
    const { rows } = await pool.query<{ hash: Buffer }>(statement, values);
    for (const { hash } of rows)
      await changes.publish({ kind: 'ended', sessionId: hash.toString('hex') });
    return rows.length;
  };
  return {
    ...openFinder(cache, lookUp, changes),

    async start(userId, { device, address, sso } = { device: '', address: '' }) {
      const token = newToken();
      const how = [sso !== undefined, sso?.strong === true];
      const values = [tokenHash(token), userId, device, address, ...how, cache.usedBy(userId)];
      await endAll(START, values);
      return token;
    },

    async end(token) {
      const hash = tokenHash(token);
      await sessions.delete({ tokenHash: hash });
      await changes.publish({ kind: 'ended', sessionId: hash.toString('hex') });
    },

    async list(userId) {
      const seenAt = Raw((column) => `${column} > now() - ${LONGEST_UNUSED}`);
      const live = { userId, seenAt, expiresAt: Raw((column) => `${column} > now()`) };
      const found = await sessions.find({ where: live, order: { seenAt: 'desc' } });
      return found.map(ownSession);
    },

    async endOne(userId, id) {
      const values = [userId, Buffer.from(id, 'hex')];
      return (await endAll(END_ONE, values)) > 0;
    },

    async endOthers(userId, token) {
      await endAll(END_OTHERS, [userId, tokenHash(token)]);
    },

    async stepUp(token) {
      const steppedUpUntil = () => `now() + ${STEP_UP}`;
      await sessions.update({ tokenHash: tokenHash(token) }, { steppedUpUntil });
    },

    isSteppedUp: (token) =>
      sessions.existsBy({
        tokenHash: tokenHash(token),
        steppedUpUntil: Raw((column) => `${column} > now() and ${column} <= now() + ${STEP_UP}`),
      }),

    async endUser(userId) {
      await sessions.delete({ userId });
      await changes.publish({ kind: 'user-ended', userId });
    },

    userChanged: (userId) => void changes.publish({ kind: 'user-changed', userId }),

    onChange: (listener) => changes.onChange(listener),
  };
}

function ownSession({ tokenHash: hash, device, address, createdAt, seenAt, sso }: StoredSession) {
  const own: OwnSession = {
    id: hash.toString('hex'),
    ...{ device, address, begun: createdAt, lastUsed: seenAt },
    ...(sso && { sso: true as const }),
  };
  return own;
}
