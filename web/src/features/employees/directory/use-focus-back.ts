import { useEffect, useRef, type RefObject } from 'react';
import type { GridHandle } from '../grid/scroll.js';
import type { Row } from './use-held-rows.js';

const AFTER_DIALOG_MS = 60;

/** When the last dialog closes and its button is gone, the focus returns to where the person stood. */
export function useFocusBack(
  rows: readonly Row[],
  personId: string | null,
  isBusy: boolean,
  grid: RefObject<GridHandle | null>,
): void {
  const last = useRef(-1);
  useEffect(() => {
    const index = personId ? rows.findIndex(({ person }) => person.id === personId) : -1;
    if (index >= 0) last.current = index;
  }, [rows, personId]);

  const isOpen = personId !== null || isBusy;
  useEffect(() => {
    if (isOpen || last.current < 0) return;
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) grid.current?.focusAt(last.current);
      last.current = -1;
    }, AFTER_DIALOG_MS);
    return () => clearTimeout(timer);
  }, [isOpen, grid]);
}
