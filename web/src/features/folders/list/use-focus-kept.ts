import { useEffect, useEffectEvent, useRef } from 'react';
import { isStepKey, type Roving } from '../../../shared/roving.js';

const isFree = () =>
  document.activeElement === document.body || document.activeElement?.id === 'main';

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
    if (!isFree() || focused.current === undefined || !isStepKey(event.key) || event.altKey) return;
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
    if (id === undefined || !isFree()) return;
    heir.current = undefined;
    if (order.some((entry) => entry.id === id)) roving.focus(id);
  });
  useEffect(() => {
    // The dialog that asked may close only later, and leaves the focus nowhere.
    const timer = setInterval(() => inherit(), 150);
    return () => clearInterval(timer);
  }, []);
}
