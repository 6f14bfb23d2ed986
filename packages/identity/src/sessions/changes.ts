import type { SessionChange } from './port.js';

type Listener = (change: SessionChange) => void;

/** How changes of sessions get around. */
export interface SessionChanges {
  /** Tells this process at once, and others where there are any; never rejects. */
  publish(change: SessionChange): Promise<void>;
  /** Calls back at every change, in the order of listening; answers with the way to stop. */
  onChange(listener: Listener): () => void;
}

/** Changes within this process. */
export function openChanges(): SessionChanges {
  const listeners = new Set<Listener>();
  return {
    publish(change) {
      for (const listener of listeners) listener(change);
      return Promise.resolve();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
