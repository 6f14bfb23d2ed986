import { useEffect, useEffectEvent, useRef } from 'react';
import { isStepKey, type Roving } from '../../shared/roving.js';

const isFree = () =>
  document.activeElement === document.body || document.activeElement?.id === 'main';

/** When the row that had the focus goes, the one in its place gets it; arrows find the way back. */
export function useFocusKept(order: readonly { id: string }[], roving: Roving): void {
  const before = useRef<readonly { id: string }[]>(order);
  const focused = useRef<string>(undefined);
  const heir = useRef<string>(undefined);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest('[data-entry]') : null;
      if (row) focused.current = row.getAttribute('data-entry') ?? undefined;
      else if (target instanceof Element && !target.closest('[role=dialog], [role=alertdialog]'))
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
    before.current = order;
    if (id === undefined || at < 0 || order.some((entry) => entry.id === id)) return;
    heir.current = order[Math.min(at, order.length - 1)]?.id;
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
