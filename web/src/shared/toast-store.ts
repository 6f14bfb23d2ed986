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
interface ToastItem {
  readonly id: number;
  /** Equal ones are one message with a number; the last of them is what a button acts on. */
  readonly told: readonly Told[];
}
interface Told extends ToastOptions {
  readonly ticket: number;
}

const LIFE = 10_000;
const LEAST_LEFT = 1500;
const MOST = 4;

let items: readonly ToastItem[] = [];
let next = 1;
const holds = new Set<string>();
const clocks = new Map<number, { timer: number; left: number; from: number }>();
const observers = new Set<() => void>();

function set(list: readonly ToastItem[]) {
  items = list;
  for (const run of observers) run();
}

function start(id: number, left: number) {
  const timer = holds.size > 0 ? 0 : window.setTimeout(() => dismiss(id), left);
  clocks.set(id, { left, from: Date.now(), timer });
}

function stop(id: number) {
  clearTimeout(clocks.get(id)?.timer);
  clocks.delete(id);
}

export function dismiss(id: number): void {
  stop(id);
  set(items.filter((item) => item.id !== id));
}

/** Takes back one of those that a message counts. */
function takeBack(ticket: number): void {
  const item = items.find(({ told }) => told.some((each) => each.ticket === ticket));
  if (!item) return;
  const told = item.told.filter((each) => each.ticket !== ticket);
  if (told.length === 0) dismiss(item.id);
  else set(items.map((each) => (each === item ? { ...item, told } : each)));
}

const isSame = (a: ToastOptions, b: ToastOptions) =>
  a.text === b.text && a.tone === b.tone && a.action?.label === b.action?.label && !a.also;

/** Says what happened, as a rule for 10 seconds; the time stands still while it is hovered or focused. */
export function toast(options: ToastOptions): () => void {
  const ticket = next++;
  const told = { ...options, ticket };
  const same = options.also ? undefined : items.find((item) => isSame(item.told.at(-1)!, options));
  if (same) {
    stop(same.id);
    const more = { ...same, told: [...same.told, told] };
    set(items.map((item) => (item === same ? more : item)));
  } else {
    for (const old of items.slice(0, Math.max(0, items.length + 1 - MOST))) dismiss(old.id);
    set([...items, { id: ticket, told: [told] }]);
  }
  if (!options.stays) start(same?.id ?? ticket, LIFE);
  return () => takeBack(ticket);
}

/** Stops the time for a reason, until that reason is gone. */
export function hold(reason: string, on: boolean): void {
  const before = holds.size > 0;
  if (on) holds.add(reason);
  else holds.delete(reason);
  if (before === holds.size > 0) return;
  for (const [id, clock] of [...clocks]) {
    clearTimeout(clock.timer);
    const spent = before ? 0 : Date.now() - clock.from;
    start(id, Math.max(clock.left - spent, LEAST_LEFT));
  }
}

/** Does what the last of equal messages offers; the others stay. */
export function act({ told }: ToastItem, action: ToastAction): void {
  const last = told.at(-1);
  if (last) takeBack(last.ticket);
  action.run();
}

const observe = (run: () => void) => {
  observers.add(run);
  return () => void observers.delete(run);
};

export const useToasts = () => useSyncExternalStore(observe, () => items);
