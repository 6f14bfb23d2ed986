import { useLayoutEffect, useRef } from 'react';

/** Another list starts at its top; the first one where the browser has put it. */
export function useTopOfList(list: string) {
  const element = useRef<HTMLDivElement>(null);
  const before = useRef(list);
  useLayoutEffect(() => {
    if (before.current === list) return;
    before.current = list;
    const box = element.current?.getBoundingClientRect();
    const margin = 170;
    if (box && box.top < 0) scrollTo({ top: Math.max(0, box.top + scrollY - margin) });
  }, [list]);
  return element;
}
