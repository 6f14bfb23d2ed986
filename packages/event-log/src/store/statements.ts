import { mayName, HOME, MOVES, PLACE, PLACES_DOC } from './lookups.js';

export const ACCOUNT_ROWS = `
select id, email, role, created_at as "createdAt", suspended from log.accounts`;

export const FOLDER_CHAINS = `
with recursive chain as (
  select id, parent_id, removed, access from log.folders where id = any($1::uuid[])
  union
  select f.id, f.parent_id, f.removed, f.access from log.folders f join chain on f.id = chain.parent_id
)
select id, parent_id, removed, access,
  exists (select from log.purged p where p.id = 'folder-' || chain.id) as purged from chain`;

export const FOLDER_HEIGHT = `
with recursive below as (
  select id, 1 as level from log.folders where id = $1
  union all
  select f.id, below.level + 1 from log.folders f join below on f.parent_id = below.id
)
select coalesce(max(level), 0)::int as height from below`;

/** Each thing that ever lay there, once. */
const DOCS_IN = `select ${HOME}, stream from log.events where ${PLACES_DOC} and ${HOME} = any($1::text[])`;
/** The newest event of a thing; it may lie elsewhere by now. */
const NEWEST = `cross join lateral (
  select position, type, ${HOME} as home from log.events e
  where e.stream = s.stream order by version desc limit 1
) newest`;
const IS_THERE = `newest.type not in ('FileRemoved', 'LinkRemoved', 'FilePurged', 'LinkPurged')
  and (newest.home is null or newest.home = s.folder)`;

export const HELD_IN = `
with streams as (
  select parent_id::text as folder, 'folder-' || id as stream
  from log.folders where parent_id = any($1::uuid[]) and not removed
  union
  ${DOCS_IN}
)
select folder, s.stream, newest.position from streams s ${NEWEST}
where ${IS_THERE} order by newest.position`;

/** By what the newest event says that gives a name; what may carry one is looked at alone. */
const NEWEST_NAME = `cross join lateral (
  select e.bytes::jsonb -> 'data' ->> 'name' as name from log.events e
  where e.stream = s.stream and e.type !~ 'Removed$' and e.bytes::jsonb -> 'data' ? 'name'
  order by version desc limit 1
) named`;

export const NAMES_IN = `
with streams as (
  select parent_id::text as folder, 'folder-' || id as stream
  from log.folders where parent_id = any($1::uuid[]) and not removed
  union
  select null, 'folder-' || id from log.folders where $2 and parent_id is null and not removed
  union
  ${DOCS_IN}
)
select folder, s.stream, named.name from streams s ${NEWEST} ${NEWEST_NAME}
where ${IS_THERE} order by s.stream`;

/**
 * What has one of these names ($2) in the folder of the same number ($1, empty for the root): what got the name there,
 * and what was moved there with it, as far as neither has changed.
 */
export const NAMED_IN = `
with asked as (
  select distinct folder, normalize(name, NFC) as name from unnest($1::text[], $2::text[]) as a(folder, name)
), streams as (
  select a.folder, e.stream from asked a
    cross join lateral (select stream from log.events where ${mayName('a.folder', 'a.name')}) e
  union
  select a.folder, e.stream from (select distinct folder from asked) a
    cross join lateral (select stream from log.events where ${MOVES} and ${PLACE} = a.folder) e
)
select nullif(s.folder, '') as folder, s.stream, named.name from streams s ${NEWEST} ${NEWEST_NAME}
where case when s.stream like 'folder-%' then exists (
    select from log.folders f where f.id = substr(s.stream, 8)::uuid and not f.removed
      and coalesce(f.parent_id::text, '') = s.folder
  ) else ${IS_THERE} end
  and exists (select from asked a where a.folder = s.folder and a.name = normalize(named.name, NFC))
order by s.stream`;

/**
 * Says of a stream ($1) that it was purged, by the event at a position ($2), and of all that lies in it where it is
 * that of a folder ($3): nobody can see that any more, so nothing of it ever changes again.
 */
export const PURGE = `
with recursive below as (
  select id from log.folders where id = $3::uuid
  union
  select f.id from log.folders f join below on f.parent_id = below.id
), docs as (
  select distinct stream from log.events
  where ${PLACES_DOC} and ${HOME} in (select id::text from below)
)
insert into log.purged (id, position)
select $1, $2::bigint union select 'folder-' || id, $2 from below
union select d.stream, $2 from docs d cross join lateral (
  select ${HOME} as home from log.events e where e.stream = d.stream and ${HOME} is not null
  order by version desc limit 1
) newest where newest.home in (select id::text from below)
on conflict do nothing`;

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
