import { useSyncExternalStore } from 'react';

export interface ToastAction {
  readonly label: string;
  readonly run: () => unknown;
}

interface ToastOptions {
  readonly text: string;
  readonly action?: ToastAction;
  /** A second thing to do, before the first. */
  readonly also?: ToastAction | undefined;
  readonly tone?: 'plain' | 'danger';
  /** Until it is dismissed, as what it tells of goes on. */
  readonly stays?: boolean;
}
interface ToastItem extends ToastOptions {
  readonly id: number;
}

const LIFE = 10_000;
const MOST = 4;

let items: readonly ToastItem[] = [];
let next = 1;
let held = false;
const clocks = new Map<number, { timer: number; left: number; from: number }>();
const observers = new Set<() => void>();

function set(list: readonly ToastItem[]) {
  items = list;
  for (const run of observers) run();
}

function start(id: number, left: number) {
  clocks.set(id, { left, from: Date.now(), timer: window.setTimeout(() => dismiss(id), left) });
}

export function dismiss(id: number): void {
  clearTimeout(clocks.get(id)?.timer);
  clocks.delete(id);
  set(items.filter((item) => item.id !== id));
}

/** Says what happened, as a rule for 10 seconds; the time stands still while it is hovered or focused. */
export function toast(options: ToastOptions): () => void {
  const id = next++;
  for (const old of items.slice(0, Math.max(0, items.length + 1 - MOST))) dismiss(old.id);
  set([...items, { ...options, id }]);
  if (options.stays) return () => dismiss(id);
  if (held) clocks.set(id, { left: LIFE, from: Date.now(), timer: 0 });
  else start(id, LIFE);
  return () => dismiss(id);
}

export function hold(on: boolean): void {
  if (on === held) return;
  held = on;
  for (const [id, clock] of [...clocks]) {
    clearTimeout(clock.timer);
    if (on) clocks.set(id, { ...clock, left: clock.left - (Date.now() - clock.from) });
    else start(id, Math.max(clock.left, 1500));
  }
}

export function act({ id }: { readonly id: number }, action: ToastAction): void {
  dismiss(id);
  action.run();
}

const observe = (run: () => void) => {
  observers.add(run);
  return () => void observers.delete(run);
};

export const useToasts = () => useSyncExternalStore(observe, () => items);
