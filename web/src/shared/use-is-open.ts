import { useEffect, useRef } from 'react';

/** Tells whether a dialog is still there, for an answer that may come after it was closed. */
export function useIsOpen(): () => boolean {
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => void (isOpen.current = false);
  }, []);
  return () => isOpen.current;
}
