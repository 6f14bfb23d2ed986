import { useWindowVirtualizer, type Range } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState, type CSSProperties, type RefObject } from 'react';

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
