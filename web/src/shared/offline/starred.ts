import type { Home } from '@feusa/contracts/home';
import { deviceStorage, documentCache, type KeptFile } from './db.js';
import { keptFiles } from './status.js';

const MIB = 1024 * 1024;
/** Bounds of the bytes that a device keeps. */
const LARGEST = 50 * MIB;
const MOST_BYTES = 200 * MIB;

/** The starred documents that fit, the newest stars first. */
function wanted(stars: Home['stars']): KeptFile[] {
  let left = MOST_BYTES;
  return stars.flatMap(({ kind, id, size = 0, fileVersion = 1 }) => {
    if (kind !== 'file' || size > LARGEST || size > left) return [];
    left -= size;
    return [{ id, size, fileVersion }];
  });
}

/** Says which documents are on this device. */
export async function showKept(): Promise<void> {
  const files = await (await deviceStorage()).getAll('files');
  keptFiles.set(new Set(files.map(({ id }) => id)));
}

/** Brings the documents on this device in step with the favourites of its owner. */
export async function keepStarred(userId: string, { stars }: Pick<Home, 'stars'>): Promise<void> {
  const cache = await documentCache(userId);
  const db = await deviceStorage();
  if (!cache || (await db.get('owner', 'owner'))?.user.id !== userId) return;
  const files = wanted(stars);
  const before = await db.getAll('files');
  for (const { id } of before.filter((each) => !files.some((file) => file.id === each.id))) {
    await cache.delete(`/files/${id}`);
    await db.delete('files', id);
  }
  for (const file of files) {
    const known = before.find(({ id }) => id === file.id);
    if (known?.fileVersion !== file.fileVersion && (await fetchInto(cache, file)))
      await db.put('files', file);
  }
  await showKept();
}

async function fetchInto(cache: Cache, { id }: KeptFile): Promise<boolean> {
  const answer = await fetch(`/files/${id}?inline=1`).catch(() => undefined);
  if (!answer?.ok) return false;
  await cache.put(`/files/${id}`, answer);
  return true;
}
