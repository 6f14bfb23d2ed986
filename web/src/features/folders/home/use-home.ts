import type { Waiting } from '@feusa/contracts/acknowledgements';
import type { Home, HomeItem } from '@feusa/contracts/home';
import { folderTopic } from '@feusa/contracts/topics';
import { useEffect, useEffectEvent } from 'react';
import useSWR from 'swr';
import { subscribe } from '../../../shared/live.js';
import { HOME, WAITING } from '../../../shared/personal.js';
import { usePatience } from '../../../shared/use-patience.js';

/** What somebody does far below a followed folder is not pushed. */
const LOOK_MS = 30_000;
/** Several changes together are one. */
const SETTLED_MS = 250;

const topicsOf = ({ opened, stars, follows, news }: Home): string[] => {
  const items: readonly HomeItem[] = [...opened, ...stars, ...follows, ...news];
  const folders = items
    .filter(({ kind }) => kind !== 'person')
    .map(({ path }) => folderTopic(path.at(-1)?.id ?? null));
  const people = items.some(({ kind }) => kind === 'person') ? ['employees'] : [];
  return [...folders, ...follows.map(({ id }) => folderTopic(id)), ...people];
};

/** Whether the screen waits for one's own things, so that they push nothing down when they come. */
export function useHomeFirst(isWanted: boolean): boolean {
  const { data, error } = useSWR<Home>(isWanted ? HOME : null);
  const waiting = useSWR<Waiting>(isWanted ? WAITING : null);
  const isHere = (data ?? error) !== undefined && (waiting.data ?? waiting.error) !== undefined;
  return usePatience(isWanted && !isHere);
}

/** One's own things, read anew as they or what is followed change; undefined where they did not come. */
export function useHome(): Home | undefined {
  const { data: home, mutate } = useSWR<Home>(HOME, { refreshInterval: LOOK_MS });
  useFollowed(home, () => void mutate());
  return home;
}

function useFollowed(home: Home | undefined, look: () => void): void {
  const read = useEffectEvent(look);
  const since = useEffectEvent(() => Number(home?.position));
  const key = home ? [...new Set(topicsOf(home))].sort().join(' ') : '';
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(() => read(), SETTLED_MS);
    };
    const topics = key.split(' ').filter(Boolean);
    const ends = topics.map((topic) => subscribe(topic, { change: later, resync: later }, since()));
    return () => {
      clearTimeout(timer);
      ends.forEach((end) => end());
    };
  }, [key]);
}
