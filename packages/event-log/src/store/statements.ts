import { ADDS_DOC, HOME } from './lookups.js';

/**
 * The whole append in one statement, so that no lock outlives a round trip. The update of `log.head`
 * is a compare-and-swap: where another writer was faster, nothing at all is written.
 */
export const APPEND = appendWith('');

/** The same with the keys of what is sealed for the first time, and whose photos are sealed. */
export const APPEND_SEALED = appendWith(`, keyed as (
  insert into keys.subjects (subject, wrapped)
  select subject, wrapped from unnest($20::text[], $21::bytea[]) as k(subject, wrapped)
  where exists (select from head)
), pictured as (
  insert into keys.images (blob, subject)
  select blob, subject from unnest($22::text[], $23::text[]) as i(blob, subject)
  where exists (select from head)
  on conflict do nothing
)`);

function appendWith(more: string): string {
  return `
with head as (
  update log.head set position = $2, hash = $3 where position = $1 and hash = $4 returning true
), added as (
  insert into log.events (position, stream, version, type, actor, at, bytes, hash)
  select position, stream, version, type, actor, at, bytes, decode(hash, 'hex')
  from unnest($5::bigint[], $6::text[], $7::int[], $8::text[], $9::text[], $10::timestamptz[],
    string_to_array($11, chr(10)), $12::text[]) as e(position, stream, version, type, actor, at, bytes, hash)
  where exists (select from head)
), placed as (
  insert into log.folders (id, parent_id, removed)
  select id, parent_id, removed
  from unnest($13::uuid[], $14::uuid[], $15::boolean[]) as f(id, parent_id, removed)
  where exists (select from head)
  on conflict (id) do update set parent_id = excluded.parent_id, removed = excluded.removed
), answered as (
  insert into log.answers (actor, key, body_hash, answer)
  select actor, key, body_hash, answer
  from unnest($16::text[], $17::uuid[], $18::text[], $19::jsonb[]) as a(actor, key, body_hash, answer)
  where exists (select from head)
)${more}
select count(*)::int as swapped from head`;
}

/** Accounts change rarely: their statement runs with the append, in one transaction. */
export const ACCOUNTS = {
  UserRegistered: `insert into log.accounts (id, email, normal_email, role, created_at)
    values ($1, $2, $3, $4, $5)`,
  UserRoleSet: `update log.accounts set role = $2 where id = $1`,
  UserRemoved: `delete from log.accounts where id = $1`,
  PersonErased: `delete from log.accounts where id = $1`,
};

/** Takes away what a person's fields are read with, in the transaction that says so. */
export const DESTROY_KEY = `
with destroyed as (delete from keys.subjects where subject = $1)
insert into keys.erased (subject, at) values ($1, $2) on conflict do nothing`;

export const ACCOUNT_ROWS = `select id, email, role, created_at as "createdAt" from log.accounts`;

export const FOLDER_CHAINS = `
with recursive chain as (
  select id, parent_id, removed from log.folders where id = any($1::uuid[])
  union
  select f.id, f.parent_id, f.removed from log.folders f join chain on f.id = chain.parent_id
)
select id, parent_id, removed from chain`;

export const FOLDER_HEIGHT = `
with recursive below as (
  select id, 1 as level from log.folders where id = $1
  union all
  select f.id, below.level + 1 from log.folders f join below on f.parent_id = below.id
)
select coalesce(max(level), 0)::int as height from below`;

export const HELD_IN = `
with streams as (
  select parent_id::text as folder, 'folder-' || id as stream
  from log.folders where parent_id = any($1::uuid[]) and not removed
  union all
  select ${HOME}, stream from log.events where ${ADDS_DOC} and ${HOME} = any($1::text[])
)
select folder, s.stream, newest.position from streams s cross join lateral (
  select position, type from log.events e where e.stream = s.stream order by version desc limit 1
) newest where newest.type not in ('FileRemoved', 'LinkRemoved') order by newest.position`;

/** By what the newest event says that gives a name; what may carry one is looked at alone. */
export const NAMES_IN = `
with streams as (
  select parent_id::text as folder, 'folder-' || id as stream
  from log.folders where parent_id = any($1::uuid[]) and not removed
  union all
  select null, 'folder-' || id from log.folders where $2 and parent_id is null and not removed
  union all
  select ${HOME}, stream from log.events where ${ADDS_DOC} and ${HOME} = any($1::text[])
)
select folder, s.stream, named.name from streams s cross join lateral (
  select type from log.events e where e.stream = s.stream order by version desc limit 1
) newest cross join lateral (
  select e.bytes::jsonb -> 'data' ->> 'name' as name from log.events e
  where e.stream = s.stream and e.type !~ 'Removed$' and e.bytes::jsonb -> 'data' ? 'name'
  order by version desc limit 1
) named where newest.type not in ('FileRemoved', 'LinkRemoved') order by s.stream`;

export const TALLY_LATEST = `
with newest as (
  select distinct on (stream) substr(stream, length($1) + 2) as id, version, type, at, position
  from log.events where stream > $1 || '-' and stream < $1 || '.' order by stream, version desc
), counted as (
  select id, version, position > $2 as later,
    ('x' || left(encode(sha256(convert_to(id || ':' || version, 'UTF8')), 'hex'), 8))::bit(32)::bigint as seal
  from newest where not (type = any($3) and at < $4)
)
select count(*) filter (where not later) as documents,
  coalesce(sum(seal) filter (where not later), 0)::bigint as seals,
  coalesce(array_agg(id) filter (where later), '{}') as later
from counted`;

/** By the index of times: a plain maximum would walk back from the newest event. */
export const POSITION_AT = `
select coalesce(max(position), 0) as position from (
  select position from log.events where at <= $1 order by at desc, position desc limit 5000
) as newest`;
