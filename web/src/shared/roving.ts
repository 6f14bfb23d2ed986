import { useCallback, useRef, useState, type KeyboardEvent } from 'react';

/** A run of items drawn in so many columns; runs stand under each other. */
export interface Run {
  readonly ids: readonly string[];
  readonly columns: number;
}

interface Cell {
  readonly run: number;
  readonly index: number;
}

const inLine = (index: number, columns: number) => index % columns;

function vertical(runs: readonly Run[], { run, index }: Cell, step: 1 | -1): Cell | undefined {
  const here = runs[run];
  if (!here) return undefined;
  const target = index + step * here.columns;
  if (target >= 0 && target < here.ids.length) return { run, index: target };
  const lastLine = Math.floor((here.ids.length - 1) / here.columns);
  if (step === 1 && Math.floor(index / here.columns) < lastLine)
    return { run, index: here.ids.length - 1 };
  for (let other = run + step; runs[other]; other += step) {
    const { ids, columns } = runs[other] as Run;
    if (ids.length === 0) continue;
    const column = Math.min(inLine(index, here.columns), columns - 1);
    if (step === 1) return { run: other, index: Math.min(column, ids.length - 1) };
    const start = Math.floor((ids.length - 1) / columns) * columns;
    return { run: other, index: Math.min(start + column, ids.length - 1) };
  }
  return undefined;
}

/** Where an arrow, Home, End or a page key leads from `id`; undefined when it leads nowhere. */
export function stepFrom(runs: readonly Run[], id: string, key: string): string | undefined {
  const all = runs.flatMap((run) => run.ids);
  const at = all.indexOf(id);
  if (at < 0) return all[0];
  const run = runs.findIndex(({ ids }) => ids.includes(id));
  const cell = { run, index: runs[run]?.ids.indexOf(id) ?? 0 };
  const move = (step: 1 | -1, times = 1) => {
    let to: Cell | undefined = cell;
    let last: Cell = cell;
    for (let n = 0; n < times && to; n++) {
      to = vertical(runs, to, step);
      if (to) last = to;
    }
    return runs[last.run]?.ids[last.index];
  };
  const steps: Record<string, () => string | undefined> = {
    ArrowRight: () => all[at + 1],
    ArrowLeft: () => all[at - 1],
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    PageDown: () => move(1, 8),
    PageUp: () => move(-1, 8),
    Home: () => all[0],
    End: () => all.at(-1),
  };
  return steps[key]?.();
}

export const isStepKey = (key: string): boolean =>
  /^(Arrow(Right|Left|Up|Down)|Page(Up|Down)|Home|End)$/.test(key);

export interface Roving {
  /** Where the arrows go on from. */
  readonly current: string | undefined;
  /** Tab reaches one item of every run: the current one, else the first. */
  isStop(id: string): boolean;
  setCurrent(id: string): void;
  /** Moves the focus there, also when the row is drawn only later. */
  focus(id: string): void;
  itemRef(id: string): (element: HTMLElement | null) => void;
  /** True when the key was a step and was handled. */
  onKeyDown(event: KeyboardEvent): boolean;
}

/** Few tab stops for many items; arrows move between them. `reveal` scrolls to an item not drawn yet. */
export function useRoving(runs: readonly Run[], reveal?: (id: string) => void): Roving {
  const [wanted, setWanted] = useState<string>();
  const elements = useRef(new Map<string, HTMLElement>());
  const waiting = useRef<string>(undefined);
  const all = runs.flatMap((run) => run.ids);
  const current = wanted !== undefined && all.includes(wanted) ? wanted : all[0];

  const stops = new Set(runs.map(({ ids }) => ids.find((id) => id === current) ?? ids[0]));

  const focus = useCallback(
    (id: string) => {
      setWanted(id);
      const element = elements.current.get(id);
      if (element) return element.focus();
      waiting.current = id;
      reveal?.(id);
    },
    [reveal],
  );
  return {
    current,
    isStop: (id) => stops.has(id),
    setCurrent: setWanted,
    focus,
    itemRef: (id) => (element) => {
      if (!element) return void elements.current.delete(id);
      elements.current.set(id, element);
      if (waiting.current !== id) return;
      waiting.current = undefined;
      element.focus({ preventScroll: true });
    },
    onKeyDown: (event) => {
      if (!isStepKey(event.key) || event.altKey || current === undefined) return false;
      const to = stepFrom(runs, current, event.key);
      event.preventDefault();
      if (to !== undefined) focus(to);
      return true;
    },
  };
}
