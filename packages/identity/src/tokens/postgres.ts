import { randomUUID } from 'node:crypto';
import { tokenBounds } from '@feusa/contracts/bounds';
import { refuse } from '@feusa/contracts/refusals';
import type { TokenScope, TokenView } from '@feusa/contracts/tokens';
import type { Role, SessionUser } from '@feusa/contracts/users';
import type { Connections } from '@feusa/platform/postgres/source';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { MoreThan } from 'typeorm';
import { HAS_SECOND_FACTOR } from '../second-factors/statements.js';
import { Account } from '../sessions/entities.js';
import { newToken, tokenHash } from '../sessions/token.js';
import { StoredToken } from './entities.js';
import { isAccessToken, TOKEN_PREFIX, type Tokens } from './port.js';

/** Use is written down once a minute, by the statement that any request of a program makes. */
const FIND = `
with live as (
  select t.token_hash, t.scope, t.last_used_at, a.id, a.email, a.role,
    a.role = any($2) and not ${HAS_SECOND_FACTOR} as lacks
  from auth.tokens t join log.accounts a on a.id = t.user_id
  where t.token_hash = $1 and not a.suspended and t.expires_at > now()
), used as (
  update auth.tokens set last_used_at = now()
  where token_hash = $1 and exists (
    select from live where last_used_at is null or last_used_at < now() - interval '1 minute')
)
select id, email, role, scope, lacks from live`;

const SWEEP = `delete from auth.tokens t where expires_at <= now()
  or not exists (select from log.accounts where id = t.user_id)`;

const tooMany = (): never => refuse('too-many-requests', { retryAfter: 1 });

const nowText = (): string => new Date().toISOString();

interface Found extends SessionUser {
  readonly scope: TokenScope;
  readonly lacks: boolean;
}

/** In schema `auth`; `pool` belongs to the caller, `needing` are the roles that need a second factor. */
export function openTokens({ pool, source }: Connections, needing: readonly Role[] = []): Tokens {
  const { value: points, seconds: duration } = tokenBounds.requests;
  const limit = new RateLimiterMemory({ points, duration });
  const tokens = source.getRepository(StoredToken);
  return {
    create: (userId, { name, scope, expiresAt }) =>
      source.transaction(async (within) => {
        // Two at once wait for each other here, so that both are counted.
        const where = { id: userId };
        await within.findOne(Account, { where, lock: { mode: 'pessimistic_write' } });
        const live = { userId, expiresAt: MoreThan(nowText()) };
        if ((await within.countBy(StoredToken, live)) >= tokenBounds.tokens.value) return undefined;
        const token = TOKEN_PREFIX + newToken();
        const made = {
          ...{ id: randomUUID(), name, scope, createdAt: nowText(), lastUsedAt: null },
          expiresAt: new Date(expiresAt).toISOString(),
        };
        await within.insert(StoredToken, { ...made, userId, tokenHash: tokenHash(token) });
        return { ...made, token };
      }),

    async list(userId) {
      const found = await tokens.find({
        where: { userId, expiresAt: MoreThan(nowText()) },
        order: { createdAt: 'desc', id: 'asc' },
      });
      return found.map(viewOf);
    },

    async end(userId, id) {
      const { affected } = await tokens.delete({ userId, id });
      return (affected ?? 0) > 0;
    },

    async find(token) {
      if (!isAccessToken(token)) return undefined;
      const hash = tokenHash(token);
      await limit.consume(hash.toString('hex')).catch(tooMany);
      const query = { name: 'token-find', text: FIND, values: [hash, needing] };
      const [row] = (await pool.query<Found>(query)).rows;
      if (!row) return undefined;
      const { scope, lacks, ...user } = row;
      return {
        ...{ id: hash.toString('hex'), user, scope },
        ...(lacks && { lacksSecondFactor: lacks }),
      };
    },

    async sweep() {
      await pool.query(SWEEP);
    },
  };
}

const viewOf = (row: StoredToken): TokenView => {
  const { id, name, scope, createdAt, expiresAt, lastUsedAt } = row;
  return { id, name, scope, createdAt, expiresAt, lastUsedAt };
};
