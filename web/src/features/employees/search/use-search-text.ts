import { useEffect, useRef, useState } from 'react';

const WRITE_MS = 250;

/** The text of the search box; the address follows, and Back brings an older one. */
export function useSearchText(
  q: string,
  write: (q: string) => void,
): [string, (text: string, now?: boolean) => void] {
  const [text, setText] = useState(q);
  const written = useRef(q);
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (q === written.current) return;
    written.current = q;
    setText(q);
  }, [q]);

  const set = (next: string, now = false) => {
    setText(next);
    clearTimeout(timer.current);
    const store = () => {
      written.current = next.trim() === '' ? '' : next;
      write(next);
    };
    if (now) store();
    else timer.current = window.setTimeout(store, WRITE_MS);
  };
  return [text, set];
}
