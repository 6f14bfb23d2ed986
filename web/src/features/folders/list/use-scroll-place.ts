import { useEffect, useLayoutEffect } from 'react';

const KEY = 'feusa.scroll';
const stateOf = () => (history.state ?? {}) as Record<string, unknown>;

/** Back leads to where one had scrolled in this entry of the history. */
export function useScrollPlace(): void {
  useLayoutEffect(() => {
    const place = stateOf()[KEY];
    if (typeof place === 'number') scrollTo({ top: place });
  }, []);
  useEffect(() => {
    const path = location.pathname;
    const keep = () => {
      if (location.pathname !== path || stateOf()[KEY] === scrollY) return;
      history.replaceState({ ...stateOf(), [KEY]: scrollY }, '');
    };
    // Any of these may be the last thing before one leaves.
    const moments = ['scrollend', 'pointerdown', 'keydown'] as const;
    for (const moment of moments) addEventListener(moment, keep, true);
    return () => {
      for (const moment of moments) removeEventListener(moment, keep, true);
    };
  }, []);
}
