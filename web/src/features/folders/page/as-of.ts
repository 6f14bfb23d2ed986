import type { FolderPage } from '@feusa/contracts/views';
import { useMemo } from 'react';
import useSWR from 'swr';
import type { ApiError } from '../../../shared/api.js';
import { asOf, usePast } from '../../../shared/past.js';
import { fieldChanges, changesSince, usePublishSince } from '../../../shared/since.js';
import type { Entry } from './entries.js';
import { pageEntries, pageKey, useFolderNow, withEntries, type FolderData } from './folder-page.js';
import { texts } from '../texts.js';

const contentChange = (then: Entry, now: Entry): string =>
  then.type === 'doc' && now.type === 'doc' && then.fileVersion !== now.fileVersion
    ? texts.nowVersion(now.fileVersion)
    : '';

const words = {
  nameOf: ({ name }: Entry) => name,
  changes: (then: Entry, now: Entry) =>
    then.version === now.version
      ? ''
      : [fieldChanges(then, now, [['name', 'name']]), contentChange(then, now)]
          .filter(Boolean)
          .join('; ') || texts.changedAndChangedBack,
};

/** A folder at a moment (not at all for ''); what was added since is in the page too, and told. */
function useFolderAsOf(id: string | null, at: string, now: FolderPage | undefined): FolderData {
  const { data, error, mutate } = useSWR<FolderPage, ApiError>(
    at === '' ? null : asOf(pageKey(id), at),
    { keepPreviousData: true, revalidateIfStale: false },
  );
  const then = at === '' || error ? undefined : data;
  const since = useMemo(
    () =>
      then && now ? changesSince<Entry>(pageEntries(then), pageEntries(now), words) : undefined,
    [then, now],
  );
  usePublishSince(since);
  const page = useMemo(() => {
    if (!then || !now) return then;
    const added = new Set(since?.filter(({ kind }) => kind === 'added').map((each) => each.id));
    return withEntries(
      then,
      pageEntries(now).filter((entry) => added.has(entry.id)),
    );
  }, [then, now, since]);
  return { page, error, isGone: error?.status === 404, reload: () => void mutate() };
}

/** A folder's page as it is, or as it was at the moment on view with what has been added since. */
export function useFolder(id: string | null): FolderData {
  const at = usePast();
  const now = useFolderNow(id);
  const then = useFolderAsOf(id, at, now.page);
  return at === '' ? now : then;
}
