import type { FolderCounts } from '@feusa/contracts/views';
import { createContext, useContext, useEffect } from 'react';
import useSWR from 'swr';
import { usePast } from '../../shared/past.js';

const none: FolderCounts['counts'] = {};
const EVERY_MS = 30_000;

/** How many things lie in each folder, by id; for the tiles. */
export const FolderCountsOf = createContext(none);
export const useCount = (id: string): number | undefined => useContext(FolderCountsOf)[id];

/** Asked anew with each change of the page, and now and then as others work further down. */
export function useCounts(
  id: string | null,
  position: string,
  isWanted: boolean,
): FolderCounts['counts'] {
  const isNow = usePast() === '' && isWanted;
  const address = `/api/folder-counts${id === null ? '' : `?in=${id}`}`;
  const { data, mutate } = useSWR<FolderCounts>(isNow ? address : null, {
    refreshInterval: EVERY_MS,
    revalidateOnFocus: true,
    keepPreviousData: true,
  });
  useEffect(() => {
    const timer = setTimeout(() => void mutate(), 300);
    return () => clearTimeout(timer);
  }, [position, mutate]);
  return (isNow && data?.counts) || none;
}
