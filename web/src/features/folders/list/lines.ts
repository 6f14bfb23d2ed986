import { useWindowVirtualizer, type Range } from '@tanstack/react-virtual';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type RefObject,
} from 'react';
import type { Run } from '../../../shared/roving.js';

/** Heights that the style sheet and the drawing of long lists share, in pixels. */
export const TILE_LINE = 72;
export const TILE_GAP = 10;
export const CARD_LINE = 212;
export const DOC_LINE = { phone: 64, wide: 50 } as const;

const DRAW_ALL_UP_TO = 60;

interface Lines {
  readonly ref: RefObject<HTMLDivElement | null>;
  /** Indexes of the lines to draw. */
  readonly shown: readonly number[];
  /** Room for the lines that are not drawn. */
  readonly style: CSSProperties;
}

const everyLine = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Draws only the lines near the window, when there are many. All are `height` high. */
export function useLines(count: number, height: number, gap: number): Lines {
  const ref = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const scrolling = useRef(false);
  useLayoutEffect(() => {
    const box = ref.current?.getBoundingClientRect();
    if (box && !scrolling.current) setTop(Math.round(box.top + scrollY));
  });
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => height + gap,
    overscan: 5,
    scrollMargin: top,
    onChange: ({ isScrolling }) => {
      scrolling.current = isScrolling;
    },
    rangeExtractor: (range: Range) => {
      const start = Math.max(range.startIndex - range.overscan, 0);
      const end = Math.min(range.endIndex + range.overscan, count - 1);
      return everyLine(end - start + 1).map((index) => index + start);
    },
  });
  if (count <= DRAW_ALL_UP_TO) return { ref, shown: everyLine(count), style: {} };
  const shown = virtualizer.getVirtualItems().map(({ index }) => index);
  const first = shown[0] ?? 0;
  const last = shown.at(-1) ?? first;
  return {
    ref,
    shown,
    style: {
      overflowAnchor: 'none',
      paddingTop: first * (height + gap),
      paddingBottom: Math.max(0, (count - 1 - last) * (height + gap)),
    },
  };
}

interface Section extends Run {
  readonly name: 'folders' | 'files' | 'links';
}

function heightOf({ name, columns }: Section, isPhone: boolean): number {
  if (name === 'folders') return TILE_LINE + TILE_GAP;
  return columns > 1 ? CARD_LINE + TILE_GAP : DOC_LINE[isPhone ? 'phone' : 'wide'];
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
