/** The version of the tables of entries; a new one keeps the texts. */
const SHAPE = 'entries 3';

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
    charset text,
    name text not null,
    names tsvector not null,
    words tsvector not null
  );
  drop index if exists find.entries_words;
  create index if not exists entries_files on find.entries using gin (words) with (fastupdate = off)
    where not removed and kind = 'file';
  create index if not exists entries_others on find.entries using gin (words) where not removed and kind <> 'file';
  -- A name has few words: they are put in some hundred things at a time, and each search reads 64 KiB more at most.
  alter index find.entries_others set (fastupdate = on, gin_pending_list_limit = 64);
  create index if not exists entries_revision on find.entries (revision);
  create index if not exists entries_blob on find.entries (blob) where blob is not null;
  create index if not exists entries_due on find.entries (blob) where not settled;
  do $$ begin
    if exists (select from pg_roles where rolname = 'feusa_indexer') then
      grant usage on schema find to feusa_indexer;
      grant select on find.entries, find.texts, find.copied, find.revisions to feusa_indexer;
      grant insert, update on find.copied to feusa_indexer;
    end if;
  end $$;
`;

const NEXT = `nextval('find.revisions')`;

/** An older entry never takes the place of a newer one, whoever comes late. */
export const upsert = `
  insert into find.entries as old
    (id, version, revision, kind, name, folder_id, changed_at, blob, format, charset, removed, settled, names, words)
  select e.id, e.version, ${NEXT}, e.kind, e.name, e."folderId", e."changedAt", e.blob, e.format, e.charset,
    e."isRemoved", e."isRemoved" or e.format is null or t.blob is not null,
    e.names::tsvector, e.names::tsvector || coalesce(t.words, '')
  from jsonb_to_recordset($1::jsonb) as e(id uuid, version int, kind text, name text, "folderId" uuid,
      "changedAt" timestamptz, blob text, format text, charset text, "isRemoved" boolean, names text)
    left join find.texts t on t.blob = e.blob and not e."isRemoved" and e.format is not null
  on conflict (id) do update set version = excluded.version, kind = excluded.kind, name = excluded.name,
    folder_id = excluded.folder_id, changed_at = excluded.changed_at, blob = excluded.blob,
    format = excluded.format, charset = excluded.charset, removed = excluded.removed, settled = excluded.settled,
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

const COLUMNS = 'e.id, e.kind, e.name, e.folder_id as "folderId", e.blob';

/**
 * Counts and candidates from one look at the index, as finding the rows is most of the work: of files and of all else
 * at most so many ($8) are read. Those whose names ($2) have the words come first ($9); of the others ($1) so few are
 * ranked ($10), as each of these has to be fetched whole. In the rows that count, `rank` is how many.
 */
export const search = `
  with others as materialized (
    select ${COLUMNS} from find.entries e
    where e.words @@ $1::tsquery and e.kind <> 'file' and ${SHOWN} limit $8
  ), files as materialized (
    select ${COLUMNS}, e.words, e.names @@ $2::tsquery as by_name from find.entries e
    where e.words @@ $1::tsquery and e.kind = 'file' and ${SHOWN} limit $8
  ), named as (
    select ${COLUMNS} from find.entries e
    where e.words @@ $2::tsquery and e.kind = 'file' and 'file' = any($7) and ${SHOWN} limit $9
  ), listed as (
    select * from (select * from others where kind = any($7) union all select * from named) n limit $9
  ), by_text as (
    select * from files where not by_name and kind = any($7) limit $10
  )
  select null::uuid as id, kind, null as name, null::uuid as "folderId", null as blob, null::boolean as "byName",
    count(*)::float4 as rank
  from (select kind from others union all select kind from files) counted group by kind
  union all select id, kind, name, "folderId", blob, true, 1 from listed
  union all select id, kind, name, "folderId", blob, false, ts_rank(words, $1::tsquery) from by_text`;
