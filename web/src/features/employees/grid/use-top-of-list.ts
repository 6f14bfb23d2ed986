import { useLayoutEffect, useRef } from 'react';
import { stuckBottom } from './stuck.js';

/** Another list starts at its top; the first one where the browser has put it. */
export function useTopOfList(list: string) {
  const element = useRef<HTMLDivElement>(null);
  const before = useRef(list);
  useLayoutEffect(() => {
    if (before.current === list) return;
    before.current = list;
    const box = element.current?.getBoundingClientRect();
    const seen = stuckBottom();
    if (box && box.top < seen) scrollTo({ top: Math.max(0, box.top + scrollY - seen) });
  }, [list]);
  return element;
}
