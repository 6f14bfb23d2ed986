import type { EmployeeView } from '@feusa/contracts/employees';
import { useRef, useState } from 'react';
import type { Directory } from './directory.js';
import { arrange } from './hold-back.js';

export interface Row {
  readonly person: EmployeeView;
  /** Drawn only because changes wait: somebody has removed this person. */
  readonly gone: boolean;
}

interface HeldRows {
  readonly rows: readonly Row[];
  readonly held: number;
  release(): void;
}

interface Options {
  /** What makes this another list: the search and the filters. */
  readonly list: string;
  readonly directory: Directory;
  /** Asked when the list has changed. */
  readonly attention: () => { busy: boolean; lastVisible: number };
  readonly own: ReadonlySet<string>;
}

interface RowsOnView {
  readonly list: string;
  readonly source: readonly EmployeeView[];
  readonly rows: readonly Row[];
  readonly held: number;
}

const asRows = (people: readonly EmployeeView[]): readonly Row[] =>
  people.map((person) => ({ person, gone: false }));

/** The list as it is drawn: current, but nothing moves under the pointer or the focus. */
export function useHeldRows(people: readonly EmployeeView[], options: Options): HeldRows {
  const { list, directory, own, attention } = options;
  const fresh: RowsOnView = { list, source: people, rows: [], held: 0 };
  const [shown, setShown] = useState<RowsOnView>(() => ({ ...fresh, rows: asRows(people) }));
  const waiting = useRef(0);

  let next = shown;
  if (shown.list !== list) next = { ...fresh, rows: asRows(people) };
  else if (shown.source !== people) {
    const ids = shown.rows.map(({ person }) => person.id);
    const { busy, lastVisible } = attention();
    const arranged = arrange(
      ids,
      people.map(({ id }) => id),
      { busy: busy || waiting.current > 0, lastVisible, own },
    );
    const rows = arranged.held === 0 ? asRows(people) : patched(shown.rows, directory);
    next = { ...fresh, rows, held: arranged.held };
  }
  if (next !== shown) setShown(next);
  waiting.current = next.held;
  return {
    rows: next.rows,
    held: next.held,
    release: () => setShown({ ...fresh, rows: asRows(people) }),
  };
}

const patched = (rows: readonly Row[], { byId }: Directory): readonly Row[] =>
  rows.map((row) => {
    const person = byId.get(row.person.id);
    return person ? { person, gone: false } : { ...row, gone: true };
  });
