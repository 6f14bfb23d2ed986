import type { Progress } from '@feusa/event-log/subscription/progress';
import type { ReadDatabase } from '../read-model/database.js';
import { chainRows } from '../read-model/present.js';
import type { FileLookup, ServedFile } from './lookup.js';

/** Finds what `/files/{id}` stands for in the read model. */
export const readLookup = (
  database: ReadDatabase,
  progress: Pick<Progress, 'reached'>,
): FileLookup => ({
  async find(id, after) {
    await progress.reached(after);
    return (await document(database, id)) ?? (await portrait(database, id));
  },
});

async function document(database: ReadDatabase, id: string): Promise<ServedFile | undefined> {
  const [row] = await database.find('docs', [id]);
  if (!row?.blob || row.removedAt !== null) return undefined;
  const chain = await chainRows(database, row.folderId);
  const visible = chain.length > 0 && chain.every(({ removedAt }) => removedAt === null);
  return visible
    ? { blob: row.blob, name: row.name, mediaType: row.mediaType ?? 'application/octet-stream' }
    : undefined;
}

async function portrait(database: ReadDatabase, id: string): Promise<ServedFile | undefined> {
  const [row] = await database.find('employees', [id]);
  if (!row?.imageBlob || !row.imageType || row.removedAt !== null) return undefined;
  const extension = row.imageType.slice(row.imageType.indexOf('/') + 1);
  const name = `${row.firstName} ${row.lastName}.${extension}`;
  return { blob: row.imageBlob, name, mediaType: row.imageType };
}
