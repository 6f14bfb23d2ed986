import { useEffect } from 'react';
import { mutate, type Middleware } from 'swr';
import { forgetKept } from './offline/offline.js';
import { accessChanges } from './offline/status.js';
import { keepRecents } from './recents.js';

const onView = new Map<string, number>();
const count = (key: string, by: number) => onView.set(key, (onView.get(key) ?? 0) + by);

/** Knows which answers screens show now. */
export const noteOnView: Middleware = (useNext) =>
  function useNoted(key, fetcher, config) {
    const name = typeof key === 'string' ? key : undefined;
    useEffect(() => {
      if (name === undefined) return;
      count(name, 1);
      return () => void count(name, -1);
    }, [name]);
    return useNext(key, fetcher, config);
  };

const isQuery = (key: unknown): key is string =>
  typeof key === 'string' && key.startsWith('/api/') && key !== '/api/session';
const isOnView = (key: unknown) => isQuery(key) && (onView.get(key) ?? 0) > 0;

/** The person may see less than before, or more: what is on view is read again, the rest is forgotten. */
export async function accessChanged(): Promise<void> {
  for (const kind of ['folder', 'file', 'link'] as const) keepRecents(kind, () => false);
  await forgetKept();
  const isForgotten = (key: unknown) => isQuery(key) && !isOnView(key);
  await mutate(isForgotten, undefined, { revalidate: false });
  await mutate(isOnView);
  accessChanges.set(accessChanges.get() + 1);
}
