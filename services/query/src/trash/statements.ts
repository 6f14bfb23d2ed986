/** Folders that were removed for good, and those that lie in them. */
export const goneFolders = (schema: string): string => `(
  with recursive gone as (
    select id from "${schema}".folders where purged_at is not null
    union select f.id from "${schema}".folders f join gone on f.parent_id = gone.id
  ) select id from gone)`;

/**
 * How much lies in these ($1; null is the whole trash), with all that lies in the folders among them: files with
 * all their contents, as the newest one tells.
 */
export const outlook = (schema: string): string => `
  with recursive roots as (
    select id from "${schema}".folders where removed_at is not null and ($1::uuid[] is null or id = any($1))
      and (parent_id is null or parent_id not in ${goneFolders(schema)}) and purged_at is null
  ), below as (
    select id from roots union select f.id from "${schema}".folders f join below on f.parent_id = below.id
  ), docs as (
    select kind, size from "${schema}".docs d where purged_at is null and (
      folder_id in (select id from below)
      or (removed_at is not null and ($1 is null or d.id = any($1)) and folder_id not in ${goneFolders(schema)}))
  )
  select (select count(*)::int from below) as folders,
    count(*) filter (where kind = 'file')::int as files,
    count(*) filter (where kind = 'link')::int as links,
    coalesce(sum(size), 0)::float8 as bytes from docs`;
