import { secondFactorBounds } from '@feusa/contracts/second-factor-bounds';

/** Of an account `a`, in any statement that lets somebody in. */
export const HAS_SECOND_FACTOR = `exists (select from auth.second_factors f
  where f.user_id = a.id and f.confirmed_at is not null)`;

/** For an account that is there; a secret that was confirmed stays. */
export const BEGIN = `
insert into auth.second_factors as own (user_id, totp) select id, $2 from log.accounts where id = $1
on conflict (user_id) do update set totp = excluded.totp where own.confirmed_at is null`;

/** Recovery codes come with what they stand in for, and never without. */
const codesFor = (whose: string) => `
), gone as (
  delete from auth.recovery_codes where user_id in (select user_id from ${whose})
)
insert into auth.recovery_codes (user_id, code_hash) select user_id, unnest($2::bytea[]) from ${whose}`;

export const CONFIRM = `
with confirmed as (
  update auth.second_factors set confirmed_at = now(), last_step = $4
  where user_id = $1 and confirmed_at is null and totp = $3 returning user_id
${codesFor('confirmed')}`;

export const RENEW = `
with own as (
  select user_id from auth.second_factors where user_id = $1 and confirmed_at is not null for update
${codesFor('own')}`;

const { value: MOST, seconds: SECONDS } = secondFactorBounds.wrong;
const OVER = `own.failed_since < now() - interval '${SECONDS} seconds'`;

/**
 * Takes one of the attempts before the code is looked at, so that of many at once, in whichever process, no more
 * than these are looked at. No row where none is left.
 */
export const ATTEMPT = `
update auth.second_factors own set
  failures = case when ${OVER} then 1 else own.failures + 1 end,
  failed_since = case when ${OVER} or own.failures = 0 then now() else own.failed_since end
where user_id = $1 and confirmed_at is not null and (${OVER} or own.failures < ${MOST})
returning totp`;

export const WAIT = `
select ceil(extract(epoch from failed_since + interval '${SECONDS} seconds' - now()))::int as seconds
from auth.second_factors where user_id = $1 and confirmed_at is not null`;

/** A code is of a step, and each step counts once. */
export const USE_STEP = `
update auth.second_factors set last_step = $2, failures = 0
where user_id = $1 and confirmed_at is not null and last_step < $2`;

export const USE_RECOVERY = `
with used as (
  delete from auth.recovery_codes where user_id = $1 and code_hash = $2 returning user_id
)
update auth.second_factors set failures = 0 where user_id in (select user_id from used)`;

export const REMOVE = `
with codes as (delete from auth.recovery_codes where user_id = $1)
delete from auth.second_factors where user_id = $1 returning confirmed_at`;
