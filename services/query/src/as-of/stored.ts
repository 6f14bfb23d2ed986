import type { Row } from '../read-model/rows.js';
import { NOUNS, NOWHERE, type Version } from './version.js';

/** A version as the table has it: whole numbers are text where the driver does not parse them. */
export interface Stored {
  readonly position: number | string;
  /** ms. */
  readonly added_at: number | string;
  readonly content: number | string | null;
  readonly id: string;
  readonly version: number;
  readonly noun: number;
  readonly removed: boolean;
  readonly placed: boolean;
  readonly parent: string | null;
  /** JSON of what the other columns do not say of its row; null where that is nothing. */
  readonly said: string | null;
}

/** In the order of the table. */
export const COLUMNS = [
  ...(['position', 'added_at', 'content', 'id', 'version'] as const),
  ...(['noun', 'removed', 'placed', 'parent', 'said'] as const),
] satisfies readonly (keyof Stored)[];

/** What columns say, or nothing at all. */
const elsewhere = { id: undefined, version: undefined, addedAt: undefined };
const inColumns = { ...elsewhere, parentId: undefined, folderId: undefined };

export function storedOf({ row, ...version }: Version): Stored {
  const removed = row.removedAt !== null;
  const whileThere = !removed && {
    removedAt: undefined,
    removedBy: undefined,
    purgedAt: undefined,
  };
  const open = 'access' in row && row.access === null && { access: undefined };
  const said = JSON.stringify({ ...row, ...inColumns, ...whileThere, ...open });
  const { id, version: count, addedAt } = row;
  const rest = { id, version: count, removed, said: said === '{}' ? null : said };
  return { ...version, ...rest, added_at: Date.parse(addedAt) };
}

export function versionOf(stored: Stored): Version {
  const { id, version, placed, parent, said } = stored;
  const noun = Number(stored.noun);
  // Members are put one by one: that is several times quicker than another object of all.
  const row = (said === null ? {} : JSON.parse(said)) as Record<string, unknown>;
  row['id'] = id;
  row['version'] = version;
  row['addedAt'] = new Date(Number(stored.added_at)).toISOString();
  row['removedAt'] ??= null;
  row['removedBy'] ??= null;
  if (parent !== null) row['purgedAt'] ??= null;
  if (noun === NOUNS.folder) row['access'] ??= null;
  const folder = parent === NOWHERE ? null : parent;
  if (parent !== null) row[noun === NOUNS.folder ? 'parentId' : 'folderId'] = folder;
  const content = stored.content === null ? null : Number(stored.content);
  const position = Number(stored.position);
  return { noun, position, parent, placed, content, row: row as unknown as Row };
}
