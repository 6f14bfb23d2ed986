import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

export interface GridHandle {
  place(): ScrollAnchor | undefined;
  go(place: ScrollAnchor): void;
  /** The nearest to this index, when the list has become shorter. */
  focusAt(index: number): void;
}

/** The first person in view, and how many pixels of their row are above the window. */
export interface ScrollAnchor {
  readonly index: number;
  readonly past: number;
}

const hands = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;
const SETTLED_MS = 700;

/** Goes to a place and stays there while what stands above is still being drawn and measured. */
export function keepAnchor(place: ScrollAnchor, grid: RefObject<GridHandle | null>): () => void {
  const end = performance.now() + SETTLED_MS;
  let frame = 0;
  const stop = () => {
    cancelAnimationFrame(frame);
    for (const hand of hands) removeEventListener(hand, stop, true);
  };
  const go = () => {
    grid.current?.go(place);
    if (performance.now() < end) frame = requestAnimationFrame(go);
    else stop();
  };
  for (const hand of hands) addEventListener(hand, stop, { capture: true, passive: true });
  go();
  return stop;
}

const KEY = 'feusa.people-place';
const stateOf = () => (history.state ?? {}) as Record<string, unknown>;

/** Back to this entry of the history leads to where one had scrolled, once the list is `ready`. */
export function useScrollMemory(ready: boolean, grid: RefObject<GridHandle | null>): void {
  const wanted = useRef<ScrollAnchor | null>((stateOf()[KEY] as ScrollAnchor | undefined) ?? null);
  useLayoutEffect(() => {
    if (!ready || !wanted.current) return;
    const place = wanted.current;
    wanted.current = null;
    return keepAnchor(place, grid);
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
    // A table scrolls in its own frame.
    addEventListener('scroll', onScroll, { capture: true, passive: true });
    for (const name of ends) addEventListener(name, keep, true);
    return () => {
      clearTimeout(timer);
      removeEventListener('scroll', onScroll, true);
      for (const name of ends) removeEventListener(name, keep, true);
    };
  }, [ready, grid]);
}

/** Another list starts at its top; the first one where the browser has put it. */
export function useTopOfList(list: string) {
  const element = useRef<HTMLDivElement>(null);
  const before = useRef(list);
  useLayoutEffect(() => {
    if (before.current === list) return;
    before.current = list;
    const box = element.current?.getBoundingClientRect();
    const seen = stuckBottom();
    if (box && box.top < seen) scrollTo({ top: Math.max(0, box.top + scrollY - seen) });
  }, [list]);
  return element;
}

/** Where the list begins to be seen: below whatever sticks to the top of the window. */
export function stuckBottom(): number {
  const edges = [...document.querySelectorAll<HTMLElement>('[data-stuck]')].map((element) => {
    const { position, top } = getComputedStyle(element);
    return position === 'sticky' ? parseFloat(top) + element.offsetHeight : 0;
  });
  return Math.max(0, ...edges);
}
