import { useSyncExternalStore } from 'react';

const ids = new Set<string>();
const positions = new Set<string>();
const observers = new Set<() => void>();
let count = 0;

/** Notes what this tab has changed, so that its live echo is not taken for somebody else's. */
export function noteOwnWrite(id: string, position: string): void {
  ids.add(id);
  positions.add(position);
  count++;
  for (const run of observers) run();
}

export const isOwnPosition = (position: string): boolean => positions.has(position);
/** What this tab has changed: also when an undo changes it back. */
export const ownWriteIds = (): ReadonlySet<string> => ids;
export const isOwnId = (id: string): boolean => ids.has(id);

const observe = (run: () => void) => {
  observers.add(run);
  return () => void observers.delete(run);
};

/** Renders again after every own write. */
export const useOwnWrites = (): number => useSyncExternalStore(observe, () => count);
