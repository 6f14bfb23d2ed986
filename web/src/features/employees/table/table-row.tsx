import { dialable } from '@feusa/contracts/vcard';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { dayOf } from '../../../shared/format.js';
import { isSaved, useHighlighted } from '../../../shared/own-changes.js';
import type { Selection } from '../../../shared/selection.js';
import { SinceMark } from '../../../shared/ui/since-mark.js';
import { Marked } from '../card/marked.js';
import { fullName } from '../commands.js';
import type { Row } from '../directory/use-held-rows.js';
import { marksOf, noMarks, type Marks, type termsOf } from '../search/match.js';
import { texts } from '../texts.js';
import type { Column, ColumnId } from './columns.js';
import styles from './employee-table.module.css';
import { cellId, type Cell } from './use-grid-keys.js';

interface RowProps {
  readonly row: Row;
  readonly index: number;
  readonly start: number;
  readonly shown: readonly Column[];
  readonly terms: ReturnType<typeof termsOf>;
  readonly selection: Selection;
  readonly isSelected: boolean;
  readonly isSaving: boolean;
  /** The column of the cell that Tab reaches, where it is in this row. */
  readonly active: number | undefined;
  readonly onActive: (cell: Cell) => void;
  readonly onOpen: (id: string) => void;
}

/** Somebody, a cell a column. */
export function TableRow(props: RowProps) {
  const { row, index, start, shown, terms, selection, isSelected, isSaving, active } = props;
  const { person, gone } = row;
  const { id } = person;
  const isHighlighted = useHighlighted(id);
  const marks = terms.length > 0 ? marksOf(terms, person) : noMarks;
  const cell = (column: number) => ({
    id: cellId({ row: id, column }),
    role: 'gridcell',
    'aria-colindex': column + 1,
    tabIndex: active === column ? 0 : -1,
    onFocus: () => props.onActive({ row: id, column }),
  });
  const select = ({ shiftKey }: MouseEvent) =>
    shiftKey ? selection.extend(id, id) : selection.toggle(id);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={`${styles.row} ${isHighlighted ? 'highlight' : ''}`}
      style={{ transform: `translateY(${start}px)` }}
      data-gone={gone || undefined}
      data-person={id}
    >
      <div {...cell(0)} className={styles.box} onClick={select}>
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={texts.table.select(fullName(person))}
          checked={isSelected}
          readOnly
        />
      </div>
      {shown.map((column, at) => (
        <div
          key={column.id}
          {...cell(at + 1)}
          className={styles.cell}
          data-column={column.id}
          onKeyDown={pressInside}
        >
          <Content
            {...{ row, marks, isSaving }}
            column={column.id}
            onOpen={() => isSaved(person) && props.onOpen(id)}
          />
        </div>
      ))}
    </div>
  );
}

/** Enter does what the only thing in the cell does. */
function pressInside(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
  event.currentTarget.querySelector<HTMLElement>('a, button')?.click();
}

interface ContentProps {
  readonly column: ColumnId;
  readonly row: Row;
  readonly marks: Marks;
  readonly isSaving: boolean;
  readonly onOpen: () => void;
}

type Draw = (props: ContentProps) => ReactNode;

const phone =
  (field: 'phoneNumber' | 'mobile'): Draw =>
  ({ row: { person }, marks }) => {
    const number = person[field];
    return (
      number && (
        <a href={`tel:${dialable(number)}`} tabIndex={-1} className="tabular">
          <Marked segments={marks.phone(number)} />
        </a>
      )
    );
  };

const text =
  (field: 'role' | 'location' | 'department' | 'manager'): Draw =>
  ({ row: { person }, marks }) => (
    <span title={person[field]}>
      <Marked segments={marks.text(person[field])} />
    </span>
  );

const draws: Readonly<Record<ColumnId, Draw>> = {
  name: ({ row: { person, gone }, marks, isSaving, onOpen }) => (
    <>
      <button type="button" tabIndex={-1} className={styles.open} onClick={onOpen}>
        <Marked segments={marks.text(fullName(person))} />
      </button>
      <SinceMark id={person.id} />
      {gone && <span className={styles.state}>{texts.goneMark}</span>}
      {isSaving && <span className={styles.state}>{texts.saving}</span>}
    </>
  ),
  role: text('role'),
  phoneNumber: phone('phoneNumber'),
  mobile: phone('mobile'),
  email: ({ row: { person }, marks }) => (
    <a href={`mailto:${person.email}`} tabIndex={-1} title={person.email}>
      <Marked segments={marks.text(person.email)} />
    </a>
  ),
  location: text('location'),
  department: text('department'),
  manager: text('manager'),
  added: ({ row: { person } }) => dayOf(person.timestamp),
};

const Content = (props: ContentProps) => draws[props.column](props);
