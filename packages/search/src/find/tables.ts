/** Of the tables of entries; texts outlive it. */
const SHAPE = 'entries 2';

/**
 * They may be thrown away: all of it comes from the log and the files. Revisions only ever grow, also where the
 * schema is made anew: what others have copied is older then.
 */
export const tables = `
  create schema if not exists find;
  do $$ begin
    if obj_description('find'::regnamespace, 'pg_namespace') is distinct from '${SHAPE}' then
      drop table if exists find.entries, find.progress, find.copied;
      comment on schema find is '${SHAPE}';
    end if;
    execute format('create sequence if not exists find.revisions start %s',
      (extract(epoch from clock_timestamp()) * 1000)::bigint);
  end $$;
  create table if not exists find.progress (
    one boolean primary key default true check (one),
    position bigint not null,
    generation text not null
  );
  create table if not exists find.copied (
    one boolean primary key default true check (one),
    revision bigint not null
  );
  create table if not exists find.texts (
    blob text collate "C" primary key,
    number bigint generated always as identity,
    reason text,
    body text,
    words tsvector not null
  );
  create index if not exists texts_faults on find.texts (number) where reason is not null;
  create table if not exists find.entries (
    id uuid primary key,
    version int not null,
    revision bigint not null,
    kind text not null,
    folder_id uuid,
    changed_at timestamptz not null,
    removed boolean not null,
    settled boolean not null,
    blob text collate "C",
    format text,
    name text not null,
    names tsvector not null,
    words tsvector not null
  );
  create index if not exists entries_words on find.entries using gin (words) with (fastupdate = off)
    where not removed;
  create index if not exists entries_revision on find.entries (revision);
  create index if not exists entries_blob on find.entries (blob) where blob is not null;
  create index if not exists entries_due on find.entries (blob) where not settled;
`;

const NEXT = `nextval('find.revisions')`;

/** An older entry never takes the place of a newer one, whoever comes late. */
export const upsert = `
  insert into find.entries as old
    (id, version, revision, kind, name, folder_id, changed_at, blob, format, removed, settled, names, words)
  select e.id, e.version, ${NEXT}, e.kind, e.name, e."folderId", e."changedAt", e.blob, e.format, e."isRemoved",
    e."isRemoved" or e.format is null or t.blob is not null,
    e.names::tsvector, e.names::tsvector || coalesce(t.words, '')
  from jsonb_to_recordset($1::jsonb) as e(id uuid, version int, kind text, name text, "folderId" uuid,
      "changedAt" timestamptz, blob text, format text, "isRemoved" boolean, names text)
    left join find.texts t on t.blob = e.blob and not e."isRemoved" and e.format is not null
  on conflict (id) do update set version = excluded.version, kind = excluded.kind, name = excluded.name,
    folder_id = excluded.folder_id, changed_at = excluded.changed_at, blob = excluded.blob,
    format = excluded.format, removed = excluded.removed, settled = excluded.settled,
    names = excluded.names, words = excluded.words, revision = ${NEXT}
  where old.version < excluded.version`;

export const settle = `
  update find.entries e set settled = true, words = e.names || t.words, revision = ${NEXT}
  from find.texts t where t.blob = $1 and e.blob = $1 and not e.settled`;

export const forgetTexts = `
  update find.entries set words = names, settled = true, revision = ${NEXT} where blob = any($1)`;

/** The one place that says what of all that has the words may be shown: $3 hides folders, $4 to $6 choose. */
const SHOWN = `not e.removed and (e.folder_id is null or e.folder_id <> all($3::uuid[]))
  and e.id <> all($3::uuid[])
  and ($4::uuid[] is null or e.folder_id = any($4::uuid[]))
  and ($5::timestamptz is null or e.changed_at >= $5) and ($6::timestamptz is null or e.changed_at <= $6)`;

/** Those whose names ($2) have the words first; the others ($1) are not ranked before they are this few. */
export const candidates = `
  with named as (
    select e.id, true as by_name from find.entries e
    where e.words @@ $2::tsquery and ${SHOWN} and e.kind = any($7) limit $8
  ), told as (
    select e.id, false from find.entries e
    where e.words @@ $1::tsquery and not e.names @@ $2::tsquery and ${SHOWN} and e.kind = any($7) limit $9
  )
  select e.id, e.kind, e.name, e.folder_id as "folderId", e.blob, f.by_name as "byName",
    case when f.by_name then 1 else ts_rank(e.words, $1::tsquery) end as rank
  from (select * from named union all select * from told) f join find.entries e on e.id = f.id`;

export const counts = `
  select e.kind, count(*)::int as count from find.entries e
  where e.words @@ $1::tsquery and $2::tsquery is not null and ${SHOWN} group by e.kind`;
