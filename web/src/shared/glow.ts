import { useSyncExternalStore } from 'react';

const glowing = new Set<string>();
const observers = new Set<() => void>();
const notify = () => observers.forEach((run) => run());

/** Marks a row as changed by somebody else; it glows once. */
export function glow(id: string): void {
  glowing.add(id);
  notify();
  setTimeout(() => {
    glowing.delete(id);
    notify();
  }, 2500);
}

const observe = (run: () => void) => {
  observers.add(run);
  return () => void observers.delete(run);
};

export const useGlowing = (id: string): boolean =>
  useSyncExternalStore(observe, () => glowing.has(id));
