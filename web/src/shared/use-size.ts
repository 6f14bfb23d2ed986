import { mediaStore, useStore } from './store.js';

const medium = mediaStore('(min-width: 40em)');
const large = mediaStore('(min-width: 64em)');
/** Whether fingers point here, which need more room. */
export const touch = mediaStore('(pointer: coarse)');

/** What so many pixels are where the letters have the size that the person has chosen in the browser. */
export const scaled = (pixels: number): number => {
  letterScale ??= parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  return pixels * letterScale;
};

/** The style sheets have it as `rem`. It is changed rarely, and asked for with every line of a list. */
let letterScale: number | undefined;

/** The window's size class: 0 phone (below 640 px), 1 medium, 2 large (from 1024 px). */
export function useSizeClass(): 0 | 1 | 2 {
  const isMedium = useStore(medium);
  const isLarge = useStore(large);
  return isLarge ? 2 : isMedium ? 1 : 0;
}

/** Columns of a grid by size class: folders [2, 3, 6], employees [1, 2, 3]. */
export const useColumns = (columns: readonly [number, number, number]): number =>
  columns[useSizeClass()];
