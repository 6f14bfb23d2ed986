import {
  elementScroll,
  observeElementOffset,
  useVirtualizer,
  type VirtualItem,
} from '@tanstack/react-virtual';
import { useRef, type RefObject } from 'react';

/** Browsers lay out nothing that is higher than this by much. */
const HIGHEST = 15_000_000;

interface ScaledRows {
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** How high to make the content, px. */
  readonly height: number;
  readonly items: readonly VirtualItem[];
  /** The first row in view. */
  readonly first: number;
  /** Where a row stands in the content, px. */
  topOf(item: VirtualItem): number;
  /** Brings a row into view, with as little scrolling as that takes. */
  reveal(index: number): void;
}

/**
 * Rows of one height, as many as one likes: where all of them together would be higher than a browser can
 * lay out, the scroll bar goes over them faster than over the page.
 */
export function useScaledRows(
  count: number,
  rowHeight: number,
  onView: (first: number, last: number) => void,
): ScaledRows {
  const scroller = useRef<HTMLDivElement>(null);
  const total = count * rowHeight;
  const height = Math.min(total, HIGHEST);
  const view = scroller.current?.clientHeight ?? 0;
  const scale = total > height ? (total - view) / (height - view) : 1;
  const scaleNow = useRef(scale);
  scaleNow.current = scale;
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    observeElementOffset: (instance, onChange) =>
      observeElementOffset(instance, (offset, isScrolling) =>
        onChange(offset * scaleNow.current, isScrolling),
      ),
    scrollToFn: (offset, options, instance) =>
      elementScroll(offset / scaleNow.current, options, instance),
    onChange: ({ range }) => range && onView(range.startIndex, range.endIndex),
  });
  const reveal = (index: number) => {
    const element = scroller.current;
    if (!element) return;
    const offset = element.scrollTop * scale;
    const start = index * rowHeight;
    const end = start + rowHeight - element.clientHeight;
    const to = start < offset ? start : Math.max(offset, end);
    if (to !== offset) element.scrollTop = to === end ? Math.ceil(to / scale) : to / scale;
  };
  const shift = (scroller.current?.scrollTop ?? 0) * (scale - 1);
  return {
    scroller,
    height,
    items: virtual.getVirtualItems(),
    first: virtual.range?.startIndex ?? 0,
    topOf: ({ start }) => start - shift,
    reveal,
  };
}
