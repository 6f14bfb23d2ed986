import type { FolderView } from '@feusa/contracts/folders';
import type { Change } from '@feusa/contracts/live';
import type { FolderCounts } from '@feusa/contracts/views';
import {
  createContext,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import useSWR from 'swr';
import { subscribe } from '../../../shared/live.js';
import { isSaved } from '../../../shared/own-changes.js';
import { asOf, usePast } from '../../../shared/past.js';

/** So many changes are counted here before the server is asked again. */
const MOST = 200;

/** A folder of the page; `version` 1 is one that was made and not changed since. */
interface Tile {
  readonly id: string;
  readonly version: number;
}

interface LiveCounts {
  readonly counts: FolderCounts['counts'];
  /** Whether only the server knows the rest. */
  readonly isUnsure: boolean;
}

const folderOf = ({ topic }: Change): string => topic.slice(topic.indexOf(':') + 1);

/**
 * What lies in each folder, counted on from what the server said by the changes that came since. What is put
 * there in its first version is one thing more, what is removed one less; of anything else that is put it is
 * not known here whether it was there before.
 */
export function countOn(
  said: FolderCounts,
  tiles: readonly Tile[],
  later: readonly Change[],
): LiveCounts {
  const counts: Record<string, number> = {};
  let isUnsure = later.length > MOST;
  for (const { id, version } of tiles) {
    const count = said.counts[id] ?? (version === 1 ? 0 : undefined);
    if (count === undefined) isUnsure = true;
    else counts[id] = count;
  }
  const shown = new Set(tiles.map(({ id }) => id));
  const counted = new Set<string>();
  for (const change of later) {
    const folder = folderOf(change);
    const name = `${folder} ${change.position}`;
    const isOld = Number(change.position) <= Number(said.position);
    if (isOld || !shown.has(folder) || counted.has(name)) continue;
    counted.add(name);
    const by = stepOf(change);
    const next = (counts[folder] ?? NaN) + by;
    if (next >= 0) counts[folder] = next;
    else isUnsure = true;
  }
  return { counts, isUnsure };
}

function stepOf({ op, value }: Change): number {
  if (op === 'remove') return -1;
  return (value as Partial<Tile> | undefined)?.version === 1 ? 1 : NaN;
}

const none: FolderCounts['counts'] = {};
const nothing: readonly Change[] = [];
const noFolders: readonly FolderView[] = [];
/** Of more folders than that the rest is asked for now and then. */
const FOLLOWED = 200;
const EVERY_MS = 30_000;
const ASK_AGAIN_MS = 1000;
/** Changes that come together are shown together. */
const TOGETHER_MS = 100;

/** How many things lie in each folder, by id; for the tiles. */
export const FolderCountsOf = createContext(none);
export const useCount = (id: string): number | undefined => useContext(FolderCountsOf)[id];

/** Counted on with what is pushed of each folder; the server is asked where that does not say it all. */
export function useCounts(
  id: string | null,
  folders: readonly FolderView[],
): FolderCounts['counts'] {
  const at = usePast();
  const address = `/api/folder-counts${id === null ? '' : `?in=${id}`}`;
  const then = useCountsThen(address, at);
  const now = useCountsNow(address, at === '' ? folders : noFolders);
  return at === '' ? now : then;
}

/** As they were at a moment; of none for ''. */
function useCountsThen(address: string, at: string): FolderCounts['counts'] {
  const { data } = useSWR<FolderCounts>(at === '' ? null : asOf(address, at), {
    keepPreviousData: true,
    revalidateIfStale: false,
  });
  return data?.counts ?? none;
}

function useCountsNow(address: string, folders: readonly FolderView[]): FolderCounts['counts'] {
  const isNow = folders.length > 0;
  const { data, mutate } = useSWR<FolderCounts>(isNow ? address : null, {
    refreshInterval: folders.length > FOLLOWED ? EVERY_MS : 0,
    revalidateOnFocus: true,
  });
  const tiles = useMemo(() => folders.filter(isSaved), [folders]);
  const ask = () => void mutate();
  const later = usePushed(isNow ? tiles.slice(0, FOLLOWED) : [], data?.position, ask);
  const live = useMemo(() => data && countOn(data, tiles, later), [data, tiles, later]);
  const isUnsure = isNow && live?.isUnsure === true;
  useEffect(() => {
    if (!isUnsure) return;
    const timer = setInterval(() => void mutate(), ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isUnsure, mutate]);
  return (isNow && live?.counts) || none;
}

/** What is pushed of these folders after a position. */
function usePushed(
  folders: readonly FolderView[],
  since: string | undefined,
  onResync: () => void,
): readonly Change[] {
  const [later, setLater] = useState(nothing);
  const waiting = useRef<Change[]>([]);
  const resync = useEffectEvent(onResync);
  const start = useEffectEvent(() => Number(since));
  const flush = useEffectEvent(() => {
    const came = waiting.current.splice(0);
    const from = Number(since);
    setLater((before) => [...before, ...came].filter(({ position }) => Number(position) > from));
  });
  const change = useEffectEvent((each: Change) => {
    if (waiting.current.push(each) === 1) setTimeout(() => flush(), TOGETHER_MS);
  });
  const followed = useRef(new Map<string, () => void>());
  const key = since === undefined ? '' : folders.map(({ id }) => id).join(' ');
  useEffect(() => {
    const ids = new Set(key.split(' ').filter(Boolean));
    for (const [id, end] of followed.current) {
      if (ids.has(id)) continue;
      end();
      followed.current.delete(id);
    }
    for (const id of ids) {
      if (followed.current.has(id)) continue;
      const listener = { change: (each: Change) => change(each), resync: () => resync() };
      followed.current.set(id, subscribe(`folder:${id}`, listener, start()));
    }
  }, [key]);
  useEffect(() => {
    const all = followed.current;
    return () => {
      for (const end of all.values()) end();
      all.clear();
    };
  }, []);
  return later;
}
