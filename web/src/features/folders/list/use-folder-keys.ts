import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'wouter';
import type { Roving } from '../../../shared/roving.js';
import { isTyping } from '../../../shared/shortcuts.js';

/** How the person came here: by key the focus goes on into the list. */
let arrival: { byKey: boolean; from: string | null } = { byKey: false, from: null };

const noteArrival = (event: Event, from: string | null) => {
  const key = event instanceof KeyboardEvent ? event.key : '';
  const inList = event.target instanceof Element && event.target.closest('[data-entry]') !== null;
  if (event instanceof PointerEvent) arrival = { byKey: false, from };
  else if (key === 'Enter') arrival = { byKey: inList, from };
};

/** Alt+Up to the folder above; after a step by key the focus is in the new folder's list. */
export function useFolderKeys(
  parent: string | undefined,
  id: string | null,
  roving: Roving,
  hasEntries: boolean,
): void {
  const [, navigate] = useLocation();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    noteArrival(event, id);
    if (!event.altKey || event.key !== 'ArrowUp' || !parent || isTyping(event.target)) return;
    event.preventDefault();
    arrival = { byKey: true, from: id };
    navigate(parent);
  });
  const onPointer = useEffectEvent((event: PointerEvent) => noteArrival(event, id));
  useEffect(() => {
    const key = (event: KeyboardEvent) => onKey(event);
    const pointer = (event: PointerEvent) => onPointer(event);
    document.addEventListener('keydown', key, true);
    document.addEventListener('pointerdown', pointer, true);
    return () => {
      document.removeEventListener('keydown', key, true);
      document.removeEventListener('pointerdown', pointer, true);
    };
  }, []);

  const arrive = useEffectEvent(() => {
    if (!arrival.byKey || arrival.from === id) return;
    const from = arrival.from;
    arrival = { byKey: false, from: null };
    const back = from !== null && document.querySelector(`[data-entry="${from}"]`) ? from : null;
    const target = back ?? roving.current;
    if (target) roving.focus(target);
  });
  useEffect(() => {
    if (hasEntries) arrive();
  }, [hasEntries]);
}
