import { useState } from 'react';

export interface Selection {
  readonly ids: ReadonlySet<string>;
  toggle(id: string): void;
  /** From the last toggled (else from `start`) to this one. */
  extend(id: string, start: string): void;
  all(): void;
  clear(): void;
}

const none = (): readonly string[] => [];

/** What is selected among `order`, at first `begun`; rows that have gone are no longer selected. */
export function useSelection(order: readonly string[], begun = none): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(begun()));
  const [from, setFrom] = useState<string>();
  const there = new Set(order);
  const ids = chosen.size === 0 ? chosen : new Set([...chosen].filter((id) => there.has(id)));
  return {
    ids,
    toggle: (id) => {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      setChosen(next);
      setFrom(id);
    },
    extend: (id, start) => {
      const ends = [order.indexOf(from ?? start), order.indexOf(id)];
      const [low, high] = [Math.min(...ends), Math.max(...ends)];
      setChosen(new Set(order.slice(Math.max(low, 0), high + 1)));
      if (from === undefined) setFrom(start);
    },
    all: () => setChosen(there),
    clear: () => {
      setChosen(new Set());
      setFrom(undefined);
    },
  };
}
