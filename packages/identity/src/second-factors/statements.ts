import { secondFactorBounds } from '@feusa/contracts/second-factor-bounds';

/** Of a row of `auth.second_factors`, or an account, by the column that names the user. */
const hasPasskey = (user: string) =>
  `exists (select from auth.passkeys where passkeys.user_id = ${user})`;

/** Of an account `a`, in any statement that lets somebody in. */
export const HAS_SECOND_FACTOR = `(exists (select from auth.second_factors f
  where f.user_id = a.id and f.confirmed_at is not null) or ${hasPasskey('a.id')})`;

const COUNTS = `(own.confirmed_at is not null or ${hasPasskey('own.user_id')})`;

export const USERS = `
select user_id as id from auth.second_factors where confirmed_at is not null
union select user_id from auth.passkeys`;

/** For an account that is there; a secret that was confirmed stays. */
export const BEGIN = `
insert into auth.second_factors as own (user_id, totp) select id, $2 from log.accounts where id = $1
on conflict (user_id) do update set totp = excluded.totp where own.confirmed_at is null`;

/** The row by which those wait for each other who change what somebody has. */
export const HOLD = `
insert into auth.second_factors as own (user_id) select id from log.accounts where id = $1
on conflict (user_id) do update set user_id = excluded.user_id
returning confirmed_at is not null as "hasTotp"`;

const { value: MOST, seconds: SECONDS } = secondFactorBounds.wrong;
const WINDOW = `interval '${SECONDS} seconds'`;
/**
 * Also where the first of them lies ahead by a minute, as the clock was wrong then: by less it may be of a statement
 * that began later and was faster.
 */
const OVER = `own.failed_since not between now() - ${WINDOW} and now() + interval '1 minute'`;

/**
 * Takes one of the attempts before the code is looked at, so that of many at once, in whichever process, no more
 * than these are looked at. No row where none is left.
 */
export const ATTEMPT = `
update auth.second_factors own set
  failures = case when ${OVER} then 1 else own.failures + 1 end,
  failed_since = case when ${OVER} or own.failures = 0 then now() else own.failed_since end
where user_id = $1 and ${COUNTS} and (${OVER} or own.failures < ${MOST})
returning case when confirmed_at is not null then totp end as totp`;

/** How long somebody with no attempt left has to wait; no row for whoever has no second factor. */
export const WAIT = `
select least(${SECONDS}, ceil(extract(epoch from failed_since + ${WINDOW} - now())))::int as seconds,
  failures >= ${MOST} and not ${OVER} as locked
from auth.second_factors own where user_id = $1 and ${COUNTS}`;

/** Steps that a device's clock may be ahead. One that lies further ahead was used while ours was wrong. */
const AHEAD = 10;

/** A code is of a step, and each step counts once. */
export const USE_STEP = `
update auth.second_factors set last_step = $2, failures = 0
where user_id = $1 and confirmed_at is not null and not last_step between $2 and $2 + ${AHEAD}`;

export const USE_RECOVERY = `
with used as (
  delete from auth.recovery_codes where user_id = $1 and code_hash = $2 returning user_id
)
update auth.second_factors set failures = 0 where user_id in (select user_id from used)`;

export const REMOVE_TOTP = `
update auth.second_factors set totp = null, confirmed_at = null, last_step = 0 where user_id = $1`;

export const REMOVE = `
with codes as (delete from auth.recovery_codes where user_id = $1),
keys as (delete from auth.passkeys where user_id = $1 returning id),
own as (delete from auth.second_factors where user_id = $1 returning confirmed_at)
select from keys union all select from own where confirmed_at is not null`;

const { challenges, challengeLife } = secondFactorBounds;

/** One more than so many ends the oldest. */
export const ADD_CHALLENGE = `
with old as (
  delete from auth.passkey_challenges where user_id = $1 and challenge in (
    select challenge from auth.passkey_challenges where user_id = $1
    order by expires_at desc offset ${challenges.value - 1})
)
insert into auth.passkey_challenges (user_id, challenge, purpose, expires_at)
select id, $2, $3, now() + interval '${challengeLife.value / 1000} seconds'
from log.accounts where id = $1`;

/** Only one of several answers at the same time takes the challenge. */
export const TAKE_CHALLENGE = `
with taken as (
  delete from auth.passkey_challenges
  where user_id = $1 and challenge = $2 and purpose = $3 returning expires_at
)
select from taken where expires_at > now()`;

export const ADD_PASSKEY = `
insert into auth.passkeys (id, user_id, credential_id, public_key, counter, transports, name)
values ($1, $2, $3, $4, $5, $6, $7) on conflict (credential_id) do nothing`;

/** A counter only grows, unless it does not count at all. */
export const USE_PASSKEY = `
with used as (
  update auth.passkeys set counter = $3, last_used_at = now()
  where user_id = $1 and id = $2 and (counter < $3 or (counter = 0 and $3 = 0)) returning user_id
)
update auth.second_factors set failures = 0 where user_id in (select user_id from used)`;

export const SWEEP = `delete from auth.passkey_challenges where expires_at <= now()`;
