import { MOST_WORDS } from './words.js';

/**
 * A compare-and-swap of the progress: of several recorders one writes. Not waited for until it is on the
 * disk: what a crash forgets is recorded again.
 */
export const RECORD = `
with moved as (
  update audit.progress set position = $2, latest = $3,
    skew = greatest(skew, $4::float8 * interval '1 ms')
  where position = $1 returning true
), recorded as (
  insert into audit.events
    (position, stream, type, actor, correlation, at, latest, words)
  select position, stream, type, actor, correlation, at, latest,
    array_to_tsvector(string_to_array(words, ' '))
  from unnest($5::bigint[], $6::text[], $7::text[], $8::text[], $9::text[],
    $10::timestamptz[], $11::timestamptz[], $12::text[])
    as e(position, stream, type, actor, correlation, at, latest, words)
  where exists (select from moved)
), called as (
  insert into audit.things (stream, name, words)
  select stream, name, array_to_tsvector(string_to_array(words, ' '))
  from unnest($13::text[], $14::text[], $15::text[]) as t(stream, name, words)
  where exists (select from moved)
  on conflict (stream) do update set name = excluded.name, words = excluded.words
)
select (select count(*)::int from moved) as moved, set_config('synchronous_commit', 'off', true)`;

export const PROGRESS = `select position, nullif(latest, '-infinity') as latest from audit.progress`;

export const NAMES = `select stream, name from audit.things where stream = any($1)`;

/** Those first who are called exactly that. */
export const PEOPLE = `
select substr(stream, strpos(stream, '-') + 1) as id,
  words = array_to_tsvector($3::text[]) as exact
from audit.things
where (stream like 'user-%' or stream like 'employee-%') and words @@ $1::tsquery
order by exact desc limit $2`;

/** Of very long texts not every word is recorded: those may mention anybody. */
export const MENTIONING = `
select distinct stream from audit.events
where words @@ $1::tsquery
  or (type = 'ErrorLogged' and (actor = $2 or length(words) >= ${MOST_WORDS}))`;

/** The first position at or after a time, and the last one at or before another. */
export const BOUNDS = `
select
  (select position from audit.events where latest >= $1 order by latest, position limit 1) as first,
  (select position from audit.events
   where latest <= $2::timestamptz + (select skew from audit.progress)
   order by latest desc, position desc limit 1) as last`;

/** Waits for a recorder that is writing, so that what it read before is forgotten too. */
export const FORGET = `
with turn as (select from audit.progress for update),
words as (
  update audit.events set words = '' where stream = any($1) and exists (select from turn)
)
delete from audit.things where stream = any($1) and exists (select from turn)`;
