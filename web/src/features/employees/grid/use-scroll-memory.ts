import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import type { GridHandle, Place } from './people-grid.js';
import { stayAt } from './stay-at.js';

const KEY = 'feusa.people-place';
const stateOf = () => (history.state ?? {}) as Record<string, unknown>;

/** Back to this entry of the history leads to where one had scrolled, once the list is `ready`. */
export function useScrollMemory(ready: boolean, grid: RefObject<GridHandle | null>): void {
  const wanted = useRef<Place | null>((stateOf()[KEY] as Place | undefined) ?? null);
  useLayoutEffect(() => {
    if (!ready || !wanted.current) return;
    const place = wanted.current;
    wanted.current = null;
    return stayAt(place, grid);
  }, [ready, grid]);

  useEffect(() => {
    if (!ready) return;
    const path = location.pathname;
    let timer = 0;
    let scrolled = false;
    const keep = () => {
      clearTimeout(timer);
      if (!scrolled || location.pathname !== path) return;
      scrolled = false;
      const place = grid.current?.place();
      if (place) history.replaceState({ ...stateOf(), [KEY]: place }, '');
    };
    const onScroll = () => {
      scrolled = true;
      clearTimeout(timer);
      timer = window.setTimeout(keep, 120);
    };
    // A click or a key may lead away before the timer ends.
    const ends = ['pointerdown', 'keydown'] as const;
    addEventListener('scroll', onScroll, { passive: true });
    for (const name of ends) addEventListener(name, keep, true);
    return () => {
      clearTimeout(timer);
      removeEventListener('scroll', onScroll);
      for (const name of ends) removeEventListener(name, keep, true);
    };
  }, [ready, grid]);
}
