import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

interface Action {
  readonly id: string;
  readonly label: string;
  readonly run: () => void;
}

let offered: readonly Action[] = [];
const observers = new Set<() => void>();
const observe = (run: () => void) => {
  observers.add(run);
  return () => void observers.delete(run);
};
const set = (next: readonly Action[]) => {
  offered = next;
  for (const run of observers) run();
};

/** What the screens on view offer to do now: the palette lists it. */
export const useOfferedActions = () => useSyncExternalStore(observe, () => offered);

/** Offers an action while the component stands and `when` holds. */
export function useAction(id: string, label: string, run: () => void, when = true): void {
  const act = useEffectEvent(run);
  useEffect(() => {
    if (!when) return;
    const mine: Action = { id, label, run: () => act() };
    set([...offered, mine]);
    return () => set(offered.filter((action) => action !== mine));
  }, [id, label, when]);
}
