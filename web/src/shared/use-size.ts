import { mediaStore, useStore } from './store.js';

const medium = mediaStore('(min-width: 640px)');
const large = mediaStore('(min-width: 1024px)');
/** Whether fingers point here, which need more room. */
export const touch = mediaStore('(pointer: coarse)');

/** The window's size class: 0 phone (below 640 px), 1 medium, 2 large (from 1024 px). */
export function useSizeClass(): 0 | 1 | 2 {
  const isMedium = useStore(medium);
  const isLarge = useStore(large);
  return isLarge ? 2 : isMedium ? 1 : 0;
}

/** Columns of a grid by size class: folders [2, 3, 6], employees [1, 2, 3]. */
export const useColumns = (columns: readonly [number, number, number]): number =>
  columns[useSizeClass()];
