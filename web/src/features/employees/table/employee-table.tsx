import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  useImperativeHandle,
  useMemo,
  useRef,
  type CSSProperties,
  type KeyboardEvent,
  type Ref,
} from 'react';
import type { Selection } from '../../../shared/selection.js';
import { useStore } from '../../../shared/store.js';
import { scaled, touch } from '../../../shared/use-size.js';
import type { Row } from '../directory/use-held-rows.js';
import { useTyped } from '../grid/use-typed.js';
import { typedIndex } from '../grid/grid.js';
import type { GridHandle } from '../grid/scroll.js';
import type { termsOf } from '../search/match.js';
import { texts } from '../texts.js';
import { columns } from './columns.js';
import styles from './employee-table.module.css';
import { TableHead } from './table-head.js';
import { TableRow } from './table-row.js';
import { useTableView } from './table-view.js';
import { HEAD, useGridKeys } from './use-grid-keys.js';

interface TableProps {
  readonly rows: readonly Row[];
  readonly terms: ReturnType<typeof termsOf>;
  readonly saving: ReadonlySet<string>;
  readonly selection: Selection;
  readonly onOpen: (id: string) => void;
  readonly onView: (first: number, last: number) => void;
  readonly ref: Ref<GridHandle>;
}

const BOX = 44;

const sizesOf = (sizes: Readonly<Record<string, string>>): CSSProperties =>
  Object.fromEntries(Object.entries(sizes).map(([name, size]) => [`--${name}`, size]));

/** The people, a row each; only those near the part on view are in the page. */
export default function EmployeeTable(props: TableProps) {
  const { rows, terms, saving, selection, onOpen, onView, ref } = props;
  const { hidden, sort } = useTableView();
  const shown = useMemo(() => columns.filter(({ id }) => !hidden.includes(id)), [hidden]);
  const ids = useMemo(() => rows.map(({ person }) => person.id), [rows]);
  const frame = useRef<HTMLDivElement>(null);
  const line = scaled(useStore(touch) ? 44 : 40);
  const keys = useGridKeys({ ids, columns: shown.length + 1, selection });
  const { active } = keys;
  const activeIndex = active.row === HEAD ? -1 : ids.indexOf(active.row);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => line,
    overscan: 10,
    // What has the focus stays in the page, wherever it is scrolled to.
    rangeExtractor: (range) => {
      const near = defaultRangeExtractor(range);
      if (activeIndex < 0 || near.includes(activeIndex)) return near;
      return [...near, activeIndex].sort((one, other) => one - other);
    },
    onChange: ({ range }) => range && onView(range.startIndex, range.endIndex),
  });
  useImperativeHandle(ref, () => ({
    focusAt: (index) => void keys.goTo(Math.min(index, ids.length - 1), 1),
    place: () => {
      const top = frame.current?.scrollTop ?? 0;
      return { index: Math.floor(top / line), past: top % line };
    },
    go: ({ index, past }) => frame.current?.scrollTo({ top: index * line + past }),
  }));
  const typed = useTyped((text) => {
    const people = rows.map(({ person }) => person);
    const to = typedIndex(people, text, text.length > 1 ? activeIndex : activeIndex + 1);
    if (to >= 0) keys.goTo(to, 1);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (!keys.onKeyDown(event)) typed(event);
  };
  const least = shown.reduce((sum, { width }) => sum + width, BOX);
  const template = `${BOX}px ${shown.map(({ width }) => `minmax(${width}px, ${width}fr)`).join(' ')}`;

  return (
    <div
      ref={frame}
      role="grid"
      aria-label={texts.ourStaff}
      aria-rowcount={rows.length + 1}
      aria-colcount={shown.length + 1}
      aria-multiselectable
      className={styles.frame}
      style={sizesOf({ columns: template, least: `${least}px`, row: `${line}px` })}
      onKeyDown={onKeyDown}
      data-table
    >
      <TableHead
        {...{ shown, sort, selection, active }}
        count={rows.length}
        onActive={keys.setActive}
      />
      <div role="rowgroup" className={styles.body} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          return (
            row && (
              <TableRow
                key={row.person.id}
                {...{ row, index, start, shown, terms, selection, onOpen }}
                active={active.row === row.person.id ? active.column : undefined}
                isSelected={selection.ids.has(row.person.id)}
                isSaving={saving.has(row.person.id)}
                onActive={keys.setActive}
              />
            )
          );
        })}
      </div>
    </div>
  );
}
