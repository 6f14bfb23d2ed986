import { useEffect, useLayoutEffect, useRef } from 'react';

const KEY = 'feusa.scroll';
const stateOf = () => (history.state ?? {}) as Record<string, unknown>;

/** Back to this entry of the history leads to where one had scrolled, once the list is `ready`. */
export function useScrollMemory(ready: boolean): void {
  const done = useRef(false);
  useLayoutEffect(() => {
    if (!ready || done.current) return;
    done.current = true;
    const top = stateOf()[KEY];
    if (typeof top === 'number') scrollTo({ top, behavior: 'instant' });
  }, [ready]);

  useEffect(() => {
    if (!ready) return;
    const path = location.pathname;
    let timer = 0;
    const keep = () => {
      if (location.pathname === path && stateOf()[KEY] !== scrollY)
        history.replaceState({ ...stateOf(), [KEY]: scrollY }, '');
    };
    const onScroll = () => {
      clearTimeout(timer);
      timer = window.setTimeout(keep, 120);
    };
    addEventListener('scroll', onScroll, { passive: true });
    addEventListener('pointerdown', keep, true);
    addEventListener('keydown', keep, true);
    return () => {
      clearTimeout(timer);
      removeEventListener('scroll', onScroll);
      removeEventListener('pointerdown', keep, true);
      removeEventListener('keydown', keep, true);
    };
  }, [ready]);
}
