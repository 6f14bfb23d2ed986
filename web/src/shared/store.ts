import { useSyncExternalStore } from 'react';

/** A value outside React that components follow. */
export interface Followed<T> {
  get(): T;
  readonly subscribe: (run: () => void) => () => void;
}

export interface Store<T> extends Followed<T> {
  /** Setting the value that it has tells nobody. */
  set(next: T): void;
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const observers = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const run of observers) run();
    },
    subscribe: (run) => {
      observers.add(run);
      return () => void observers.delete(run);
    },
  };
}

/** Whether the window fits a media query. */
export function mediaStore(query: string): Followed<boolean> {
  const media = matchMedia(query);
  return {
    get: () => media.matches,
    subscribe: (run) => {
      media.addEventListener('change', run);
      return () => media.removeEventListener('change', run);
    },
  };
}

export const useStore = <T>(store: Followed<T>): T =>
  useSyncExternalStore(store.subscribe, store.get);

/** A part of the value: the component is drawn anew only where that is another one. */
export const useStorePart = <T, P>(store: Followed<T>, part: (value: T) => P): P =>
  useSyncExternalStore(store.subscribe, () => part(store.get()));
