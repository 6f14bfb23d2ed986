import { useSyncExternalStore } from 'react';

const medium = matchMedia('(min-width: 640px)');
const large = matchMedia('(min-width: 1024px)');

const observe = (run: () => void) => {
  medium.addEventListener('change', run);
  large.addEventListener('change', run);
  return () => {
    medium.removeEventListener('change', run);
    large.removeEventListener('change', run);
  };
};

const size = () => (large.matches ? 2 : medium.matches ? 1 : 0);

/** The window's size class: 0 phone (below 640 px), 1 medium, 2 large (from 1024 px). */
export const useSizeClass = (): 0 | 1 | 2 => useSyncExternalStore(observe, size);

/** Columns of a grid by size class: folders [2, 3, 6], employees [1, 2, 3]. */
export const useColumns = (columns: readonly [number, number, number]): number =>
  columns[useSizeClass()];
