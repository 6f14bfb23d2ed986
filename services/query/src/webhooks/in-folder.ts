import { idOf, nounOf, type StoredEvent } from '@feusa/contracts/events';
import type { Pool } from 'pg';

/** Statements by hand: one walk up the tree, past what was removed. */
const INSIDE = `
with recursive places as (
  select id from unnest($1::uuid[]) id
  union select folder_id from read.docs where id = any($1::uuid[])
), up as (
  select f.id, f.parent_id from read.folders f join places p on p.id = f.id
  union select f.id, f.parent_id from read.folders f join up on f.id = up.parent_id
)
select from up where id = $2 limit 1`;

const PLACES = ['parentId', 'fromParentId', 'folderId', 'fromFolderId'];

/** Whether an event is about something in a folder, before it or after it. */
export async function isInFolder(
  pool: Pick<Pool, 'query'>,
  { stream, data }: StoredEvent,
  folderId: string,
): Promise<boolean> {
  if (!['folder', 'file', 'link'].includes(nounOf(stream))) return false;
  const told = data as Readonly<Record<string, unknown>>;
  const places = PLACES.map((name) => told[name]).filter((each) => typeof each === 'string');
  const { rowCount } = await pool.query(INSIDE, [[idOf(stream), ...places], folderId]);
  return (rowCount ?? 0) > 0;
}
