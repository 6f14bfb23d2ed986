import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type CSSProperties,
  type RefObject,
} from 'react';
import type { Run } from '../../../shared/roving.js';
import { useStore } from '../../../shared/store.js';
import { scaled, touch } from '../../../shared/use-size.js';

/** Heights that the style sheet and the drawing of long lists share, in pixels. */
export const TILE_GAP = 10;
export const cardLine = (): number => scaled(212);
export const docLine = (isPhone: boolean): number => scaled(isPhone ? 64 : 50);

const tileLine = (isTouch: boolean) => scaled(isTouch ? 88 : 72);
export const useTileLine = (): number => tileLine(useStore(touch));

const DRAW_ALL_UP_TO = 60;
/** Lines that are drawn above and below the window, and how many pass before others are drawn. */
const MARGIN = 8;
const STEP = 4;

interface Lines {
  readonly ref: RefObject<HTMLDivElement | null>;
  /** Indexes of the lines to draw. */
  readonly shown: readonly number[];
  /** Room for the lines that are not drawn. */
  readonly style: CSSProperties;
}

const MOVES = ['scroll', 'resize'] as const;

function whenMoved(tell: () => void): () => void {
  for (const move of MOVES) addEventListener(move, tell, { passive: true });
  return () => {
    for (const move of MOVES) removeEventListener(move, tell);
  };
}

/**
 * Draws only the lines near the window, when there are many. All are `height` high, so that which ones these are is
 * a division: the first screen does without the measuring that lists of uneven lines load.
 */
export function useLines(count: number, height: number, gap: number): Lines {
  const ref = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const box = ref.current?.getBoundingClientRect();
    if (box) setTop(Math.round(box.top + scrollY));
  });
  const line = height + gap;
  const isLong = count > DRAW_ALL_UP_TO;
  // Where all are drawn, nothing that moves is worth drawing anew.
  const steps = (pixels: number) => (isLong ? Math.floor(pixels / line / STEP) * STEP : 0);
  const above = useSyncExternalStore(whenMoved, () => steps(scrollY - top));
  const inWindow = useSyncExternalStore(whenMoved, () => steps(innerHeight));
  if (!isLong) return { ref, shown: linesOf(0, count), style: {} };
  const first = Math.min(Math.max(0, above - MARGIN), count - 1);
  const end = Math.min(Math.max(1, above + inWindow + 2 * STEP + MARGIN), count);
  return {
    ref,
    shown: linesOf(first, end),
    style: {
      overflowAnchor: 'none',
      paddingTop: first * line,
      paddingBottom: (count - end) * line,
    },
  };
}

const linesOf = (first: number, end: number) =>
  Array.from({ length: end - first }, (_, index) => first + index);

interface Section extends Run {
  readonly name: 'folders' | 'files' | 'links';
}

function heightOf({ name, columns }: Section, isPhone: boolean): number {
  if (name === 'folders') return tileLine(touch.get()) + TILE_GAP;
  return columns > 1 ? cardLine() + TILE_GAP : docLine(isPhone);
}

/** Scrolls to where an entry will be drawn. */
export function reveal(sections: readonly Section[], id: string, isPhone: boolean): void {
  const section = sections.find(({ ids }) => ids.includes(id));
  const box = section && document.querySelector(`[data-section=${section.name}]`);
  if (!box || !section) return;
  const height = heightOf(section, isPhone);
  const line = Math.floor(section.ids.indexOf(id) / section.columns);
  const top = box.getBoundingClientRect().top + scrollY + line * height;
  scrollTo({ top: top - innerHeight / 2 });
}

const KEY = 'feusa.scroll';
const stateOf = () => (history.state ?? {}) as Record<string, unknown>;

/** Back leads to where one had scrolled in this entry of the history. */
export function useScrollPosition(): void {
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
