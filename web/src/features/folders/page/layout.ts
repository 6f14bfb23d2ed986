import { createStore, useStorePart } from '../../../shared/store.js';

const STORED = 'feusa.grids';
/** Of folders that are remembered as a grid. */
const MOST = 500;
const TOP = 'top';

/** What an earlier version of the app has stored may be another shape. */
export function gridsIn(stored: string | null): readonly string[] {
  try {
    const ids: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string').slice(-MOST) : [];
  } catch {
    return [];
  }
}

/** What is remembered once a folder is shown as a grid or not: the one chosen last is at the end. */
export function withGrid(grids: readonly string[], id: string, isGrid: boolean): readonly string[] {
  const others = grids.filter((each) => each !== id);
  return isGrid ? [...others, id].slice(-MOST) : others;
}

const grids = createStore(gridsIn(localStorage.getItem(STORED)));

/** Whether this browser shows the documents of a folder as a grid, also the next time; null is the top. */
export function useGrid(id: string | null): [isGrid: boolean, set: (isGrid: boolean) => void] {
  const key = id ?? TOP;
  const isGrid = useStorePart(grids, (ids) => ids.includes(key));
  const set = (next: boolean) => {
    grids.set(withGrid(grids.get(), key, next));
    localStorage.setItem(STORED, JSON.stringify(grids.get()));
  };
  return [isGrid, set];
}
