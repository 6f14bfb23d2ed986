import type { Role } from '@feusa/contracts/users';
import type { Pool } from 'pg';
import { HAS_SECOND_FACTOR } from '../second-factors/statements.js';
import { LONGEST_UNUSED } from '../session-lifetimes.js';
import type { Session } from './port.js';

/** A session ends after 14 days, or 3 days without use; use is written down once an hour. */
const FIND = `
with live as (
  select a.id, a.email, a.role, s.seen_at, s.sso,
    a.role = any($2) and not s.strong and not ${HAS_SECOND_FACTOR} as lacks,
    least(s.expires_at, s.seen_at + ${LONGEST_UNUSED}) - now() as left
  from auth.sessions s join log.accounts a on a.id = s.user_id
  where s.token_hash = $1 and not a.suspended and s.expires_at > now() and s.seen_at > now() - ${LONGEST_UNUSED}
), seen as (
  update auth.sessions set seen_at = now()
  where token_hash = $1 and exists (select from live where seen_at < now() - interval '1 hour')
)
select id, email, role, lacks, sso, (extract(epoch from "left") * 1000)::float8 as "trustMs" from live`;

interface Row {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly lacks: boolean;
  readonly sso: boolean;
  readonly trustMs: number;
}

export interface Found {
  readonly session: Session;
  /** For how long the session may be relied on, unless it changes: never longer than it lives. */
  readonly trustMs: number;
}

/** Finds a live session by the hash of its token. */
export type LookUp = (hash: Buffer) => Promise<Found | undefined>;

/**
 * Looks sessions up in the database, which is the truth, by a statement that is planned once: any request may. `needing`
 * are the roles that need a second factor.
 */
export const lookUpIn =
  (pool: Pool, needing: readonly Role[] = []): LookUp =>
  async (hash) => {
    const query = { name: 'session-find', text: FIND, values: [hash, needing] };
    const [row] = (await pool.query<Row>(query)).rows;
    if (!row) return undefined;
    const { trustMs, lacks, sso, ...user } = row;
    const session = {
      ...{ id: hash.toString('hex'), user },
      ...(lacks && { lacksSecondFactor: lacks }),
      ...(sso && { sso }),
    };
    return { session, trustMs };
  };
