import { createStore, useStore } from '../../../shared/store.js';
import { columns, type ColumnId, type Sort } from './columns.js';

const STORED = 'feusa.people-view';

/** How this browser shows the directory, also the next time. */
export interface TableView {
  readonly isTable: boolean;
  /** Columns that are left out. */
  readonly hidden: readonly ColumnId[];
  readonly sort: Sort | null;
}

const first: TableView = { isTable: false, hidden: ['added'], sort: null };
const ids: ReadonlySet<string> = new Set(columns.map(({ id }) => id));

/** What an earlier version of the app has stored may be another shape. */
export function viewOf(stored: unknown): TableView {
  const { isTable, hidden, sort } = (stored ?? {}) as Partial<TableView>;
  if (typeof isTable !== 'boolean' || !Array.isArray(hidden)) return first;
  return {
    isTable,
    hidden: hidden.filter((id) => ids.has(id) && id !== 'name') as ColumnId[],
    sort: sort && ids.has(sort.by) ? { by: sort.by, isDown: sort.isDown } : null,
  };
}

function stored(): TableView {
  try {
    return viewOf(JSON.parse(localStorage.getItem(STORED) ?? 'null'));
  } catch {
    return first;
  }
}

const view = createStore<TableView>(stored());

export const useTableView = (): TableView => useStore(view);

export function changeView(part: Partial<TableView>): void {
  view.set({ ...view.get(), ...part });
  localStorage.setItem(STORED, JSON.stringify(view.get()));
}
