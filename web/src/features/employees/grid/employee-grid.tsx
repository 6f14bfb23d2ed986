import { useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  memo,
  useImperativeHandle,
  useMemo,
  useRef,
  type KeyboardEvent,
  type Ref,
  useLayoutEffect,
  useState,
  type RefObject,
} from 'react';
import { useRoving } from '../../../shared/roving.js';
import { scaled, useColumns } from '../../../shared/use-size.js';
import { Card } from '../card/card.js';
import { stuckBottom, type GridHandle } from './scroll.js';
import { useTyped } from './use-typed.js';
import { itemsOfRow, rowCount, rowOf, typedIndex } from './grid.js';
import { marksOf, noMarks, type termsOf } from '../search/match.js';
import styles from './employee-grid.module.css';
import type { Row } from '../directory/use-held-rows.js';

interface GridProps {
  readonly rows: readonly Row[];
  readonly terms: ReturnType<typeof termsOf>;
  readonly saving: ReadonlySet<string>;
  readonly label: string;
  readonly onOpen: (id: string) => void;
  /** First and last index in view. */
  readonly onView: (first: number, last: number) => void;
  readonly ref: Ref<GridHandle>;
}

const GAP = 12;

/** The people, as many cards in a line as fit; only those near the window are in the page. Typing draws none anew. */
export const EmployeeGrid = memo(function PeopleGrid({
  rows,
  terms,
  saving,
  label,
  onOpen,
  onView,
  ref,
}: GridProps) {
  const columns = useColumns([1, 2, 3]);
  const list = useRef<HTMLDivElement>(null);
  const top = useTop(list);
  const virtual = useWindowVirtualizer({
    count: rowCount(rows.length, columns),
    estimateSize: () => scaled(236),
    gap: GAP,
    overscan: 4,
    scrollMargin: top,
    onChange: ({ range }, isSync) => {
      const seen = isSync ? virtual.getVirtualItemForOffset(scrollY + stuckBottom()) : undefined;
      if (range)
        onView((seen?.index ?? range.startIndex) * columns, (range.endIndex + 1) * columns - 1);
    },
  });

  const ids = useMemo(() => rows.map(({ person }) => person.id), [rows]);
  const runs = useMemo(() => [{ ids, columns }], [ids, columns]);
  const roving = useRoving(runs, (id) =>
    virtual.scrollToIndex(rowOf(ids.indexOf(id), columns), { align: 'auto' }),
  );
  useImperativeHandle(ref, () => ({
    focusAt: (index) => {
      const id = ids[Math.min(index, ids.length - 1)];
      if (id !== undefined) roving.focus(id);
    },
    place: () => {
      const line = virtual.getVirtualItemForOffset(scrollY);
      return line && { index: line.index * columns, past: scrollY - line.start };
    },
    go: ({ index, past }) => {
      const line = virtual.measurementsCache[rowOf(index, columns)];
      const box = list.current?.getBoundingClientRect();
      const id = ids[index];
      if (!line || !box || id === undefined) return;
      roving.setCurrent(id);
      const top = box.top + scrollY + line.start - virtual.options.scrollMargin + past;
      if (Math.abs(top - scrollY) > 1) scrollTo({ top, behavior: 'instant' });
    },
  }));

  const typed = useTyped((text) => {
    const at = ids.indexOf(roving.current ?? '');
    const people = rows.map(({ person }) => person);
    const to = ids[typedIndex(people, text, text.length > 1 ? at : at + 1)];
    if (to !== undefined) roving.focus(to);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const isName = event.target instanceof HTMLElement && event.target.dataset['person'];
    if (isName && roving.onKeyDown(event)) return;
    typed(event);
  };

  return (
    <div
      ref={list}
      role="list"
      aria-label={label}
      className={styles.list}
      onKeyDown={onKeyDown}
      style={{ height: virtual.getTotalSize() }}
    >
      {virtual.getVirtualItems().map((line) => (
        <div
          key={line.key}
          role="none"
          ref={virtual.measureElement}
          data-index={line.index}
          className={styles.line}
          style={{
            transform: `translateY(${line.start - top}px)`,
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
          }}
        >
          {itemsOfRow(rows, line.index, columns).map((row, offset) => (
            <div
              key={row.person.id}
              role="listitem"
              aria-setsize={rows.length}
              aria-posinset={line.index * columns + offset + 1}
              className={styles.item}
              onFocus={() => roving.setCurrent(row.person.id)}
            >
              <Card
                row={row}
                marks={terms.length > 0 ? marksOf(terms, row.person) : noMarks}
                isCurrent={roving.current === row.person.id}
                isSaving={saving.has(row.person.id)}
                nameRef={roving.itemRef}
                onOpen={onOpen}
              />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
});

/** Where the list starts in the page, however what stands above it changes. */
function useTop(list: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      const box = list.current?.getBoundingClientRect();
      if (box) setTop(Math.round(box.top + scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return top;
}
