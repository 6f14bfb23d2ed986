import { ArrowDown, ArrowUp } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { Selection } from '../../../shared/selection.js';
import { texts } from '../../../shared/texts.js';
import { nextSort, type Column, type Sort } from './columns.js';
import styles from './employee-table.module.css';
import { changeView } from './table-view.js';
import { cellId, HEAD, type Cell } from './use-grid-keys.js';

interface HeadProps {
  readonly shown: readonly Column[];
  readonly sort: Sort | null;
  readonly selection: Selection;
  readonly count: number;
  readonly active: Cell;
  readonly onActive: (cell: Cell) => void;
}

/** The heads: a click or Enter sorts, the box selects everybody. */
export function TableHead({ shown, sort, selection, count, active, onActive }: HeadProps) {
  const at = active.row === HEAD ? active.column : undefined;
  const cell = (column: number) => ({
    id: cellId({ row: HEAD, column }),
    'aria-colindex': column + 1,
    tabIndex: at === column ? 0 : -1,
    onFocus: () => onActive({ row: HEAD, column }),
  });
  const isAll = selection.ids.size === count;
  const toggleAll = () => (isAll ? selection.clear() : selection.all());
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" aria-rowindex={1} className={styles.row}>
        <div
          {...cell(0)}
          role="columnheader"
          className={styles.box}
          onKeyDown={onPress(toggleAll)}
          onClick={toggleAll}
        >
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={texts.selectAll}
            checked={isAll}
            ref={(box) => {
              if (box) box.indeterminate = !isAll && selection.ids.size > 0;
            }}
            readOnly
          />
        </div>
        {shown.map(({ id, label }, index) => {
          const isSorted = sort?.by === id;
          const run = () => changeView({ sort: nextSort(sort, id) });
          const Arrow = sort?.isDown ? ArrowDown : ArrowUp;
          return (
            <div
              key={id}
              {...cell(index + 1)}
              role="columnheader"
              aria-sort={isSorted ? (sort.isDown ? 'descending' : 'ascending') : 'none'}
              className={styles.title}
              onKeyDown={onPress(run)}
              onClick={run}
            >
              <span>{label}</span>
              {isSorted && <Arrow size={14} strokeWidth={2} aria-hidden />}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Enter and Space do what a click does. */
const onPress = (run: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' && event.key !== ' ') return;
  event.preventDefault();
  event.stopPropagation();
  run();
};
