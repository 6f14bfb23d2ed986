/** `past.` stands for the schema. `places` names everything that ever lay in a place, and since when. */
export const CREATE = `
create table past.progress (one boolean primary key default true check (one), position bigint not null);
insert into past.progress (position) values (0);
create table past.versions (
  noun smallint not null,
  version int not null,
  id uuid not null,
  position bigint not null,
  content bigint not null,
  added_at timestamptz not null,
  parent uuid not null,
  place bigint,
  life bigint,
  primary key (id, noun, position)
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
  select * from unnest($3::smallint[], $4::uuid[], $5::int[], $6::bigint[], $7::bigint[],
    $8::bigint[], $9::bigint[], $10::uuid[], $11::timestamptz[])
    as v(noun, id, version, position, content, place, life, parent, added_at)
  where exists (select from moved)
), written as (
  insert into past.versions (noun, id, version, position, content, place, life, parent, added_at)
  select noun, id, version, position, content, place, life, parent, added_at from given
  on conflict do nothing
), placed as (
  insert into past.places as old (noun, parent, id, since)
  select noun, parent, id, min(position) from given
  where version = 1 or position = place
  group by noun, parent, id
  on conflict (noun, parent, id) do update set since = excluded.since where excluded.since < old.since
)
select position from moved`;

const columns = `v.noun, v.id, v.version, v.position, v.content, v.place, v.life, v.parent,
  v.added_at as "addedAt"`;
const newest = (of: string) => `
  cross join lateral (
    select * from past.versions v where v.noun = ${of}.noun and v.id = ${of}.id and v.position <= $P
    order by v.position desc limit 1
  ) v`;

export const LATEST = `
select ${columns} from unnest($1::smallint[], $2::uuid[]) as t(noun, id) ${newest('t').replace('$P', '$3')}`;

/** One look at the index for each thing that ever was there, however long the log. */
export const AT = `
select ${columns} from past.places p ${newest('p').replace('$P', '$1')}
where p.noun = any($2::smallint[]) and ($3::uuid is null or p.parent = $3) and p.since <= $1
  and v.parent = p.parent and (v.life is not null) = $4`;

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
select ${columns} from chain v order by depth`;
