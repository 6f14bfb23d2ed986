import { useSyncExternalStore, type HTMLAttributes } from 'react';

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

interface GlowRowProps extends HTMLAttributes<HTMLDivElement> {
  readonly rowId: string;
}

/** A row that glows ochre once when `glow(rowId)` is called. */
export function GlowRow({ rowId, className = '', ...rest }: GlowRowProps) {
  const on = useGlowing(rowId);
  return <div {...rest} className={`${className} ${on ? 'glow' : ''}`} />;
}
