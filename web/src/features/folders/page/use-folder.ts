import type { FolderPage } from '@feusa/contracts/views';
import { useCallback, useEffect, useEffectEvent } from 'react';
import useSWR from 'swr';
import { ApiError, get, wrote } from '../../../shared/api.js';
import { glow } from '../../../shared/glow.js';
import { subscribe, useLive, type Change } from '../../../shared/live.js';
import { usePast } from '../../../shared/past.js';
import { readAnew } from '../../../shared/read-anew.js';
import { changed, pageKey } from './folder-page.js';
import { caughtUp, isOwn } from './own-changes.js';
import { useFolderThen } from './as-of.js';

/** The answer to an own command may come a moment after its live echo. */
const ANSWER_IS_NEAR = 150;

const topicOf = (id: string | null) => `folder:${id ?? 'root'}`;

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
      subscribe(topicOf(ids[index - 1] ?? null), { change: onChange, resync: reload }, since()),
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

/** A folder's page as it is, kept up to date by live changes. */
function useFolderNow(id: string | null): FolderData {
  const key = pageKey(id);
  const { data: page, error, mutate } = useSWR<FolderPage, ApiError>(key);

  const apply = (change: Change) => {
    void mutate(
      (current) => {
        if (!current) return current;
        const next = changed(current, change);
        if (next !== current && change.op === 'put') setTimeout(announce, ANSWER_IS_NEAR, change);
        return next;
      },
      { revalidate: false },
    );
  };
  const announce = (change: Change) => !isOwn(id, change) && glow(change.id);
  const reload = useCallback(
    () => void readAnew(mutate, () => get<FolderPage>(key)),
    [mutate, key],
  );
  useLive(page ? topicOf(id) : null, apply, reload, page?.position);
  useAncestors(page, reload);

  const position = page?.position;
  useEffect(() => {
    if (position !== undefined) caughtUp(id, position);
  }, [id, position]);

  return {
    page,
    error,
    isGone: error instanceof ApiError && (error.status === 404 || error.status === 400),
    reload,
  };
}

/** A folder's page as it is, or as it was at the moment on view with what has been added since. */
export function useFolder(id: string | null): FolderData {
  const at = usePast();
  const now = useFolderNow(id);
  const then = useFolderThen(id, at, now.page);
  return at === '' ? now : then;
}
