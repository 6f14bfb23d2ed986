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

/** What columns say, and what is not said of something that is there. */
const IN_COLUMNS = new Set(['id', 'version', 'addedAt', 'parentId', 'folderId']);
/** Long, and the past has it from the file's events. */
const OF_PRESENT = 'acknowledgement';
const OF_REMOVED = new Set(['removedAt', 'removedBy', 'purgedAt']);

export function storedOf({ row, noun, position, parent, placed, content }: Version): Stored {
  const { id, version, addedAt, removedAt } = row;
  const removed = removedAt !== null;
  // Members are put one by one: that is several times quicker than another object of all.
  const more: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) {
    if (name === OF_PRESENT || IN_COLUMNS.has(name) || (!removed && OF_REMOVED.has(name))) continue;
    if (name !== 'access' || value !== null) more[name] = value;
  }
  const text = JSON.stringify(more);
  const said = text === '{}' ? null : text;
  const added_at = Date.parse(addedAt);
  return { noun, position, parent, placed, content, id, version, removed, said, added_at };
}

export function versionOf(stored: Stored): Version {
  const { id, version, placed, parent, said } = stored;
  const noun = Number(stored.noun);
  const row = (said === null ? {} : JSON.parse(said)) as Record<string, unknown>;
  row['id'] = id;
  row['version'] = version;
  row['addedAt'] = new Date(Number(stored.added_at)).toISOString();
  addUnsaid(row, stored);
  const folder = parent === NOWHERE ? null : parent;
  if (parent !== null) row[noun === NOUNS.folder ? 'parentId' : 'folderId'] = folder;
  const content = stored.content === null ? null : Number(stored.content);
  const position = Number(stored.position);
  return { noun, position, parent, placed, content, row: row as unknown as Row };
}

/** What is null where nothing else is said. */
function addUnsaid(row: Record<string, unknown>, { parent, noun }: Stored): void {
  const isFolder = Number(noun) === NOUNS.folder;
  const names = ['removedAt', 'removedBy'];
  if (parent !== null) names.push('purgedAt', isFolder ? 'access' : OF_PRESENT);
  for (const name of names) row[name] ??= null;
}
