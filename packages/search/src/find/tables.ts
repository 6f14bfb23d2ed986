/** They may be thrown away: all of it comes from the log and the files. */
export const tables = `
  create schema if not exists find;
  create table if not exists find.progress (
    one boolean primary key default true check (one),
    position bigint not null,
    generation text not null
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
    kind text not null,
    name text not null,
    folder_id uuid,
    blob text collate "C",
    format text,
    removed boolean not null,
    settled boolean not null,
    names tsvector not null,
    words tsvector not null
  );
  create index if not exists entries_names on find.entries using gin (names) where not removed;
  create index if not exists entries_words on find.entries using gin (words) where not removed;
  create index if not exists entries_blob on find.entries (blob) where blob is not null;
  create index if not exists entries_due on find.entries (blob) where not settled;
`;

/** An older entry never takes the place of a newer one, whoever comes late. */
export const upsert = `
  insert into find.entries as old
    (id, version, kind, name, folder_id, blob, format, removed, settled, names, words)
  select e.id, e.version, e.kind, e.name, e."folderId", e.blob, e.format, e."isRemoved",
    e."isRemoved" or e.format is null or t.blob is not null,
    e.names::tsvector, e.names::tsvector || coalesce(t.words, '')
  from jsonb_to_recordset($1::jsonb) as e(id uuid, version int, kind text, name text, "folderId" uuid,
      blob text, format text, "isRemoved" boolean, names text)
    left join find.texts t on t.blob = e.blob and not e."isRemoved" and e.format is not null
  on conflict (id) do update set version = excluded.version, kind = excluded.kind, name = excluded.name,
    folder_id = excluded.folder_id, blob = excluded.blob, format = excluded.format,
    removed = excluded.removed, settled = excluded.settled, names = excluded.names, words = excluded.words
  where old.version < excluded.version`;

const SHOWN = `not e.removed and (e.folder_id is null or e.folder_id <> all($2::uuid[]))
  and ($3::uuid[] is null or e.folder_id = any($3::uuid[]) )`;

/** Those whose names have the words first; the others are not ranked before they are this few. */
export const candidates = `
  with named as (
    select e.id, true as by_name from find.entries e
    where e.names @@ $1::tsquery and ${SHOWN} and e.kind = any($4) limit $5
  ), told as (
    select e.id, false from find.entries e
    where e.words @@ $1::tsquery and not e.names @@ $1::tsquery and ${SHOWN} and e.kind = any($4) limit $5
  )
  select e.id, e.kind, e.name, e.folder_id as "folderId", e.blob, f.by_name as "byName",
    case when f.by_name then 1 else ts_rank(e.words, $1::tsquery) end as rank
  from (select * from named union all select * from told) f join find.entries e on e.id = f.id`;

export const counts = `
  select e.kind, count(*)::int as count from find.entries e
  where e.words @@ $1::tsquery and ${SHOWN} group by e.kind`;
