import { useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import type { Selection } from '../../../shared/selection.js';

/** The row of the heads. */
export const HEAD = 'head';

/** A cell by the row's id and the number of its column; the boxes are column 0. */
export interface Cell {
  readonly row: string;
  readonly column: number;
}

interface Grid {
  readonly ids: readonly string[];
  /** With that of the boxes. */
  readonly columns: number;
  readonly selection: Selection;
}

export const cellId = ({ row, column }: Cell): string => `person-${row}-${column}`;

const PAGE = 12;
const FAR = Number.MAX_SAFE_INTEGER;

/** By how many rows and columns a key leads away. */
const moves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-PAGE, 0],
  PageDown: [PAGE, 0],
  Home: [0, -FAR],
  End: [0, FAR],
};
const farther: typeof moves = { Home: [-FAR, -FAR], End: [FAR, FAR] };

const within = (value: number, least: number, most: number) =>
  Math.max(least, Math.min(most, value));

/** Which cell the keys are in, and where they lead: as in every grid of the platform. */
export function useGridKeys({ ids, columns, selection }: Grid) {
  const [at, setAt] = useState<Cell>({ row: '', column: 1 });
  const known = useRef({ ids, index: 0 });
  const index = at.row === HEAD ? -1 : ids.indexOf(at.row);
  // Where somebody was taken off the list, the keys go on from the same place.
  const row =
    at.row === HEAD || index >= 0 ? index : within(known.current.index, 0, ids.length - 1);
  known.current = { ids, index: row };
  const column = Math.min(at.column, columns - 1);
  const active: Cell = { row: row < 0 ? HEAD : (ids[row] ?? HEAD), column };

  const goTo = (toRow: number, toColumn: number) => {
    const to = within(toRow, -1, ids.length - 1);
    const next = { row: ids[to] ?? HEAD, column: within(toColumn, 0, columns - 1) };
    flushSync(() => setAt(next));
    const cell = document.getElementById(cellId(next));
    cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    return next;
  };
  const choose = (event: KeyboardEvent): boolean => {
    const isAll = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a';
    if (isAll) selection.all();
    else if (event.key === 'Escape' && selection.ids.size > 0) selection.clear();
    else if (event.key === ' ' && active.row === HEAD) return false;
    else if (event.key === ' ' && event.shiftKey) selection.extend(active.row, active.row);
    else if (event.key === ' ') selection.toggle(active.row);
    else return false;
    return true;
  };
  const move = (event: KeyboardEvent): boolean => {
    const isFar = event.ctrlKey || event.metaKey;
    const step = isFar ? farther[event.key] : moves[event.key];
    if (!step || event.altKey) return false;
    const before = active.row;
    const least = isFar && event.key === 'Home' ? 0 : -1;
    const next = goTo(Math.max(least, row + step[0]), column + step[1]);
    if (event.shiftKey && step[0] !== 0 && next.row !== HEAD) selection.extend(next.row, before);
    return true;
  };
  return {
    active,
    setActive: setAt,
    goTo,
    onKeyDown(event: KeyboardEvent): boolean {
      const isTaken = choose(event) || move(event);
      if (isTaken) event.preventDefault();
      return isTaken;
    },
  };
}
