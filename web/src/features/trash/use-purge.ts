import type { TrashItem } from '@feusa/contracts/views';
import { useEffect, useRef, useState } from 'react';
import { toast } from '../../shared/toast-store.js';
import { purgeAll, readAll } from './purging.js';
import { texts } from './texts.js';

interface State {
  readonly isRunning?: boolean;
  readonly isStopping?: boolean;
  readonly done?: number;
  readonly all?: number;
  /** What was not deleted, and why. */
  readonly left?: readonly TrashItem[];
  readonly error?: unknown;
}

/** Deletes what was asked about; `onDone` once all of it has gone. */
export function usePurge(of: readonly TrashItem[] | 'all', onDone: () => void) {
  const [state, setState] = useState<State>({});
  const isStopped = useRef(false);
  useEffect(() => {
    isStopped.current = false;
    return () => void (isStopped.current = true);
  }, []);
  const run = async () => {
    isStopped.current = false;
    setState({ isRunning: true });
    try {
      const items = state.left ?? (of === 'all' ? await readAll() : of);
      setState({ isRunning: true, done: 0, all: items.length });
      const { done, left, error } = await purgeAll(items, {
        onDone: (now) => setState((before) => ({ ...before, done: now })),
        isStopped: () => isStopped.current,
      });
      if (left.length === 0) {
        toast({ text: texts.deletedForGood(wordsFor(items)) });
        return onDone();
      }
      if (error === undefined) toast({ text: texts.stoppedAfter(done, left.length) });
      setState({ left, error });
    } catch (error) {
      setState({ error });
    }
  };
  const stop = () => {
    isStopped.current = true;
    setState((now) => ({ ...now, isStopping: true }));
  };
  return { ...state, run, stop };
}

const wordsFor = (items: readonly TrashItem[]): string => {
  const [first] = items;
  return first && items.length === 1 ? texts.named(first.name) : texts.item(items.length);
};
