import { ArrowDown, ArrowUp } from 'lucide-react';
import type { Sort } from '../page/entries.js';
import { useList } from './context.js';
import styles from './list.module.css';
import { texts as sharedTexts } from '../../../shared/texts.js';
import { texts } from '../texts.js';

/** The order of a first click on a heading, and of the next one. */
const columns: readonly (readonly [place: string, name: string, orders: readonly [Sort, Sort]])[] =
  [
    ['nameCell', texts.name, ['name', 'name-down']],
    ['about', texts.size, ['size', 'size-up']],
    ['date', texts.changed, ['changed', 'changed-up']],
    ['who', texts.changedByHead, ['who', 'who-down']],
  ];

/** Up is from A on, from the smallest, from the earliest. */
const isUp = (sort: Sort) => sort === 'name' || sort === 'who' || sort.endsWith('-up');

interface ListHeadProps {
  readonly ids: readonly string[];
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
}

/** Sorts by a column, and selects all of them. */
export function ListHead({ ids, sort, onSort }: ListHeadProps) {
  const { selection } = useList();
  const isAll = ids.every((id) => selection.ids.has(id));
  return (
    <div role="row" className={styles.head}>
      <div role="columnheader" className={styles.iconCell}>
        <label className={styles.tick}>
          <input
            type="checkbox"
            aria-label={sharedTexts.selectAll}
            checked={isAll}
            ref={(box) => {
              if (box) box.indeterminate = !isAll && selection.ids.size > 0;
            }}
            onChange={isAll ? selection.clear : selection.all}
          />
        </label>
      </div>
      {columns.map(([place, name, [first, second]]) => {
        const isHere = sort === first || sort === second;
        const Arrow = isUp(sort) ? ArrowUp : ArrowDown;
        return (
          <div
            key={place}
            role="columnheader"
            className={styles[place]}
            aria-sort={isHere ? (isUp(sort) ? 'ascending' : 'descending') : 'none'}
          >
            <button type="button" onClick={() => onSort(sort === first ? second : first)}>
              {name}
              {isHere && <Arrow size={14} strokeWidth={1.5} aria-hidden />}
            </button>
          </div>
        );
      })}
    </div>
  );
}
