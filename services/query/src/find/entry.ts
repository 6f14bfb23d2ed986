import { formatOf } from '@feusa/files/text/format';
import type { FindEntry } from '@feusa/search/find/port';
import type { DocRow, FolderRow } from '../read-model/rows.js';

/** What a row is found by. */
export function entryOf(row: FolderRow | DocRow): FindEntry {
  const { id, version, name } = row;
  const base = { id, version, name, isRemoved: row.removedAt !== null };
  if (!('folderId' in row)) {
    const { parentId: folderId, addedAt: changedAt } = row;
    return { ...base, kind: 'folder', folderId, changedAt, blob: null, format: null };
  }
  const { kind, folderId, changedAt, blob, mediaType } = row;
  const format = blob && mediaType ? (formatOf(mediaType, name) ?? null) : null;
  return { ...base, kind, folderId, changedAt, blob, format };
}
