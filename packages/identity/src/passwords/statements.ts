import { LONGEST_UNUSED } from '../session-lifetimes.js';

/** How long a link that sets a password lives. */
export const RESET_TIME = `interval '30 minutes'`;

/** By the clock of the database, which all processes share; what ends later was made while it was ahead. */
export const isLive = (expiresAt: string): string =>
  `${expiresAt} > now() and ${expiresAt} <= now() + ${RESET_TIME}`;

/**
 * Using a token deletes it and its user's others in one statement. Of two that arrive at once, the
 * second waits for the first's rows and then finds them gone.
 */
export const USE_RESET = `
with gone as (
  delete from auth.resets r using log.accounts a
  where r.user_id = a.id and not a.suspended and r.user_id = (
    select user_id from auth.resets where token_hash = $1 and ${isLive('expires_at')})
  returning r.user_id, r.token_hash
), used as (
  select user_id from gone where token_hash = $1
), stored as (
  insert into auth.credentials (user_id, password_hash) select user_id, $2 from used
  on conflict (user_id) do update set password_hash = excluded.password_hash
), ended as (
  delete from auth.sessions where user_id in (select user_id from used)
), revoked as (
  delete from auth.tokens where user_id in (select user_id from used)
)
select user_id as id from used`;

/**
 * Whole sets, by what another table has no more. A registration stores its hash just before its account, so
 * a young one may still get its account.
 */
export const SWEEP = [
  `delete from auth.sessions s
   where expires_at < now() or seen_at < now() - ${LONGEST_UNUSED}
     or not exists (select from log.accounts a where a.id = s.user_id)`,
  `delete from auth.resets where expires_at < now()`,
  `delete from auth.used_states where expires_at < now()`,
  `delete from auth.credentials c where created_at < now() - interval '1 hour'
     and not exists (select from log.accounts a where a.id = c.user_id)`,
  // Answers are remembered for a week.
  `delete from auth.secrets where name like 'idempotency before %'
     and substring(name from 20)::timestamptz < now() - interval '8 days'`,
];
