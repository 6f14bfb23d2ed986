/**
 * `past.` stands for the schema; times are in ms. `places` names everything that ever lay in a folder, and
 * since when. A snapshot names the newest version of all things of a noun at its position. Nouns lie apart, so
 * that the few versions of one are not read from among the many of another.
 */
export const CREATE = `
create table past.progress (one boolean primary key default true check (one), position bigint not null);
insert into past.progress (position) values (0);
create table past.versions (
  position bigint not null,
  added_at bigint not null,
  content bigint,
  id uuid not null,
  version int not null,
  noun smallint not null,
  removed boolean not null,
  placed boolean not null,
  parent uuid,
  said text,
  primary key (noun, position)
) partition by list (noun);
create table past.versions_folder partition of past.versions for values in (1);
create table past.versions_file partition of past.versions for values in (2);
create table past.versions_link partition of past.versions for values in (3);
create table past.versions_employee partition of past.versions for values in (4);
create table past.versions_group partition of past.versions for values in (5);
create index versions_id on past.versions (id, position);
create table past.frames (
  noun smallint not null,
  position bigint not null,
  newest bigint[] not null,
  primary key (noun, position)
);
create table past.places (
  noun smallint not null,
  parent uuid not null,
  id uuid not null,
  since bigint not null,
  primary key (noun, parent, id)
);`;

export const WRITE = `
with moved as (
  update past.progress set position = greatest(position, $1) where position >= $2 returning position
), given as (
  select * from unnest($3::bigint[], $4::bigint[], $5::bigint[], $6::uuid[], $7::int[], $8::smallint[],
    $9::boolean[], $10::boolean[], $11::uuid[], $12::text[])
    as v(position, added_at, content, id, version, noun, removed, placed, parent, said)
  where exists (select from moved)
), written as (
  insert into past.versions select * from given
  on conflict do nothing
), placed as (
  insert into past.places as old (noun, parent, id, since)
  select noun, parent, id, min(position) from given where placed
  group by noun, parent, id
  on conflict (noun, parent, id) do update set since = excluded.since where excluded.since < old.since
)
select position from moved`;

const newest = (of: string) => `
  cross join lateral (
    select * from past.versions v where v.id = ${of}.id and v.noun = ${of}.noun and v.position <= $1
    order by v.position desc limit 1
  ) v`;

export const LATEST = `
select v.* from unnest($2::smallint[], $3::uuid[]) as t(noun, id) ${newest('t')}`;

/** One look at the index for each thing that ever lay there, however long the log. */
export const IN_PLACE = `
select v.* from past.places p ${newest('p')}
where p.noun = any($2::smallint[]) and p.parent = $3 and p.since <= $1
  and v.parent = p.parent and not v.removed`;

/** The things of these nouns that lay in any of these folders, and in which. */
export const LAY_IN = `
select p.parent, p.id from past.places p ${newest('p')}
where p.noun = any($2::smallint[]) and p.parent = any($3::uuid[]) and p.since <= $1
  and v.parent = p.parent and not v.removed`;

/** How many things of these nouns lay in each of these folders; none is left out. */
export const COUNT_IN = `
select parent as id, count(*)::int as things from (${LAY_IN}) l group by parent`;

const SNAPSHOTS = `
with frame as materialized (
  select n.noun, coalesce(f.position, 0) as position, f.newest
  from unnest($2::smallint[]) as n(noun) left join lateral (
    select * from past.frames f where f.noun = n.noun and f.position <= $1
    order by f.position desc limit 1
  ) f on true
)`;
const since = 'v.noun = f.noun and v.position > f.position and v.position <= $1';
const candidates = (frame: string, which: string) => `
  select v.* from ${frame} f cross join lateral (
    select * from past.versions v where v.noun = f.noun and v.position = any(f.newest) and ${which}
    union all
    select * from past.versions v where ${since}
  ) v`;

/**
 * What the last snapshot names and is removed or not ($3), and all that was written since: a thing that is in
 * both has changed.
 */
export const ALL = `${SNAPSHOTS} ${candidates('frame', 'v.removed = $3')}`;

/**
 * Another snapshot of a noun that has changed by half of its things, and $3 times, since the last one. Answers how
 * many versions of it there must be before the next can be due, as counting them is most of the work.
 */
export const SNAPSHOT = `${SNAPSHOTS}, counted as materialized (
  select f.*, (select count(*) from past.versions v where ${since}) as passed,
    greatest($3, coalesce(cardinality(f.newest), 0) / 2) as wanted
  from frame f
), due as materialized (
  select * from counted where passed >= wanted
), framed as (
  insert into past.frames (noun, position, newest)
  select noun, max(position), array_agg(position order by position) from (
    select distinct on (noun, id) noun, position from (${candidates('due', 'true')}) as c
    order by noun, id, position desc
  ) as n group by noun on conflict do nothing
)
select (case when passed >= wanted then $3 else wanted - passed end)::int as left from counted`;

/** After versions of a thing ($1, $2) were written behind their time: the snapshots from $3 on name those that they lack. */
export const MEND_SNAPSHOTS = `
update past.frames f set newest = array(
  select position from unnest(f.newest) as n(position) where position <> all(own.positions)
  union all
  (select position from unnest(own.positions) as o(position) where position <= f.position
    order by position desc limit 1)
  order by position)
from (
  select array_agg(position) as positions from past.versions where noun = $1 and id = $2
) as own
where f.noun = $1 and f.position >= $3 and own.positions is not null`;

export const CHAIN = `
with recursive chain as (
  (select 1 as depth, v.* from past.versions v
   where v.noun = 1 and v.id = $2 and v.position <= $1 order by v.position desc limit 1)
  union all
  select c.depth + 1, v.* from chain c cross join lateral (
    select * from past.versions v where v.noun = 1 and v.id = c.parent and v.position <= $1
    order by v.position desc limit 1
  ) v where c.depth < 100
)
select * from chain order by depth`;
