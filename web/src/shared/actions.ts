import { useEffect, useEffectEvent } from 'react';
import { createStore, useStore } from './store.js';

interface Action {
  readonly id: string;
  readonly label: string;
  readonly run: () => void;
}

const offered = createStore<readonly Action[]>([]);

/** What the screens on view offer to do now: the palette lists it. */
export const useOfferedActions = () => useStore(offered);

/** Offers an action while the component stands and `when` holds. */
export function useAction(id: string, label: string, run: () => void, when = true): void {
  const act = useEffectEvent(run);
  useEffect(() => {
    if (!when) return;
    const mine: Action = { id, label, run: () => act() };
    offered.set([...offered.get(), mine]);
    return () => offered.set(offered.get().filter((action) => action !== mine));
  }, [id, label, when]);
}
