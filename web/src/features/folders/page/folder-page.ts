import type { Change } from '@feusa/contracts/live';
import type { FolderPage } from '@feusa/contracts/views';
import { withEntries, type Entry } from './entries.js';

export const pageKey = (id: string | null): string =>
  id === null ? '/api/folders' : `/api/folders/${id}`;

export const folderHref = (path: string): string => `/dashboard${path}`;

/** The folder's id is the last of the path's ids; null at the root. */
export function idOfPath(path: string): string | null {
  const last = path.replace(/\/+$/, '').split('/').at(-1) ?? '';
  return last === '' || last === 'dashboard' ? null : last.toLowerCase();
}

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export const isFolderId = (id: string): boolean => isUuid.test(id);

/** A page after one change of its own topic. A change at or before its position is old. */
export function changed(page: FolderPage, change: Change): FolderPage {
  if (Number(change.position) <= Number(page.position)) return page;
  const next =
    change.op === 'put'
      ? withEntries(page, [change.value as Entry])
      : withEntries(page, [], new Set([change.id]));
  return { ...next, position: change.position };
}

/** Ids of rows that `next` has and `page` has not, the other way round, or that differ. */
export function differences(page: FolderPage, next: FolderPage): ReadonlySet<string> {
  const ids = new Set<string>();
  const before = new Map<string, Entry>();
  for (const entry of [...page.folders, ...page.docs]) before.set(entry.id, entry);
  for (const entry of [...next.folders, ...next.docs]) {
    if (before.get(entry.id)?.version !== entry.version) ids.add(entry.id);
    before.delete(entry.id);
  }
  for (const id of before.keys()) ids.add(id);
  return ids;
}
