import type { Change } from '@feusa/contracts/live';
import { folderTopic } from '@feusa/contracts/topics';
import type { FolderPage } from '@feusa/contracts/views';
import { useCallback, useEffect, useEffectEvent } from 'react';
import useSWR from 'swr';
import { ApiError, get, wrote } from '../../../shared/api.js';
import { keepAnswer } from '../../../shared/offline/offline.js';
import { subscribe, useLive } from '../../../shared/live.js';
import { highlightForeign, type OwnChange, caughtUp } from '../../../shared/own-changes.js';
import { readAnew } from '../../../shared/read-anew.js';
import type { Entry } from './entries.js';

export const pageKey = (id: string | null): string =>
  id === null ? '/api/folders' : `/api/folders/${id}`;

export const pageEntries = (page: FolderPage): readonly Entry[] => [...page.folders, ...page.docs];

/** Puts rows into a page (replacing those with the same id) and takes others out. */
export function withEntries(
  page: FolderPage,
  put: readonly Entry[],
  gone: ReadonlySet<string> = new Set(),
): FolderPage {
  const drop = new Set([...gone, ...put.map(({ id }) => id)]);
  const keep = <E extends Entry>(list: readonly E[]) => list.filter(({ id }) => !drop.has(id));
  return {
    ...page,
    folders: [...keep(page.folders), ...put.filter((e) => e.type === 'folder')],
    docs: [...keep(page.docs), ...put.filter((e) => e.type !== 'folder')],
  };
}

/** A page after one change of its own topic. A change at or before its position is old. */
export function changed(page: FolderPage, change: Change): FolderPage {
  if (Number(change.position) <= Number(page.position)) return page;
  const next =
    change.op === 'put'
      ? withEntries(page, [change.value as Entry])
      : withEntries(page, [], new Set([change.id]));
  return { ...next, position: change.position };
}

/** A page with own changes on top; a row that is newer in the page already stays. */
export const withOwn = (page: FolderPage, own: readonly OwnChange<Entry>[]): FolderPage =>
  own.reduce((before, { id, row }) => {
    if (!row) return withEntries(before, [], new Set([id]));
    const there = pageEntries(before).find((entry) => entry.id === id);
    return there && there.version > row.version ? before : withEntries(before, [row]);
  }, page);

/** Changes often come one after the other. */
const KEPT_AFTER_MS = 1000;

/** Follows the folders above: a change of one of them, or of this folder itself, asks anew. */
function useAncestors(page: FolderPage | undefined, reload: () => void) {
  const chain = page?.folder ? [...page.ancestors.map(({ id }) => id), page.folder.id] : [];
  const key = chain.join(' ');
  const since = useEffectEvent(() => Number(page?.position));
  useEffect(() => {
    const ids = key.split(' ').filter(Boolean);
    const onChange = (change: Change) => {
      if (!ids.includes(change.id)) return;
      wrote(change.position);
      reload();
    };
    const ends = ids.map((_, index) =>
      subscribe(folderTopic(ids[index - 1] ?? null), { change: onChange, resync: reload }, since()),
    );
    return () => ends.forEach((end) => end());
  }, [key, reload]);
}

export interface FolderData {
  readonly page: FolderPage | undefined;
  readonly error: ApiError | undefined;
  readonly isGone: boolean;
  reload(): void;
}

export const isGone = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

/** A folder's page as it is, kept up to date by live changes. */
export function useFolderNow(id: string | null): FolderData {
  const key = pageKey(id);
  const { data: page, error, mutate } = useSWR<FolderPage, ApiError>(key);

  const apply = (change: Change) => {
    void mutate(
      (current) => {
        if (!current) return current;
        const next = changed(current, change);
        if (next !== current && change.op === 'put') highlightForeign(change);
        return next;
      },
      { revalidate: false },
    );
  };
  const reload = useCallback(
    () => void readAnew(mutate, () => get<FolderPage>(key)),
    [mutate, key],
  );
  useLive(page ? folderTopic(id) : null, apply, reload, page?.position);
  useAncestors(page, reload);

  useEffect(() => {
    const timer = setTimeout(() => page && keepAnswer(key, page), KEPT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [key, page]);
  const position = page?.position;
  useEffect(() => {
    if (position !== undefined) caughtUp(key, position);
  }, [key, position]);

  return { page, error, isGone: isGone(error), reload };
}
