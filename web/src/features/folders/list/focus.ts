import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'wouter';
import { isFocusFree } from '../../../shared/free-focus.js';
import { isStepKey, type Roving } from '../../../shared/roving.js';
import { isTyping } from '../../../shared/shortcuts.js';

/** What is done there is done to rows: the focus belongs to these. */
const ABOUT_ROWS = '[role=dialog], [role=alertdialog], [data-floats]';

interface Row {
  readonly id: string;
}

/** Of those that are left, the first after this place, else the last one. */
function heirOf(before: readonly Row[], at: number, order: readonly Row[]): string | undefined {
  const left = new Set(order.map(({ id }) => id));
  const next = before.slice(at).find(({ id }) => left.has(id));
  return (next ?? order.at(-1))?.id;
}

/** When the row that had the focus goes, the one after it gets it; arrows find the way back. */
export function useFocusKept(order: readonly Row[], roving: Roving): void {
  const before = useRef(order);
  const focused = useRef<string>(undefined);
  const heir = useRef<string>(undefined);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest('[data-entry]') : null;
      if (row) focused.current = row.getAttribute('data-entry') ?? undefined;
      else if (target instanceof Element && !target.closest(ABOUT_ROWS))
        focused.current = undefined;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  const goOn = useEffectEvent((event: KeyboardEvent) => {
    if (!isFocusFree() || focused.current === undefined || !isStepKey(event.key) || event.altKey)
      return;
    event.preventDefault();
    if (roving.current) roving.focus(roving.current);
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => goOn(event);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  useEffect(() => {
    const id = focused.current;
    const at = before.current.findIndex((entry) => entry.id === id);
    const was = before.current;
    before.current = order;
    if (id === undefined || at < 0 || order.some((entry) => entry.id === id)) return;
    heir.current = heirOf(was, at, order);
    focused.current = heir.current;
  });
  const inherit = useEffectEvent(() => {
    const id = heir.current;
    if (id === undefined || !isFocusFree()) return;
    heir.current = undefined;
    if (order.some((entry) => entry.id === id)) roving.focus(id);
  });
  useEffect(() => {
    // The dialog that asked may close only later, and leaves the focus nowhere.
    const timer = setInterval(() => inherit(), 150);
    return () => clearInterval(timer);
  }, []);
}

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
