import { browserBounds } from '@feusa/contracts/browser-bounds';
import { createStore, useStore } from '../store.js';

/** What is undone as one: an event of the log, or all that belong together. */
export type UndoTarget = { readonly position: string } | { readonly correlationId: string };

/** Commands of this tab that were sent as one; `count` is how many, `at` when the last one was (ms). */
export interface DoneEntry {
  readonly at?: number;
  readonly correlationId: string;
  readonly count: number;
}

const MOST = browserBounds.done.value;
let done: readonly DoneEntry[] = [];
let undone: readonly DoneEntry[] = [];
const requested = createStore<UndoTarget | undefined>(undefined);
const toasts = new Map<string, () => void>();

/** Notes an accepted command; what was undone before cannot be done again after it. */
export function noteDone(correlationId: string): void {
  const same = done.find((entry) => entry.correlationId === correlationId);
  const rest = done.filter((entry) => entry !== same);
  done = [...rest, { correlationId, count: (same?.count ?? 0) + 1, at: performance.now() }].slice(
    -MOST,
  );
  undone = [];
}

/** Takes an undo in, or a redo, that others can follow on. */
export function noteUndone(kind: 'undo' | 'redo', entry: DoneEntry): void {
  if (kind === 'undo') undone = [...undone, entry];
  else done = [...done, entry];
}

export const latestDone = (): DoneEntry | undefined => done.at(-1);
export const latestUndone = (): DoneEntry | undefined => undone.at(-1);

/** Takes an entry off, with the message that offers to undo it. */
export function forget(wanted: UndoTarget): void {
  if (!('correlationId' in wanted)) return;
  const others = (entry: DoneEntry) => entry.correlationId !== wanted.correlationId;
  done = done.filter(others);
  undone = undone.filter(others);
  toasts.get(wanted.correlationId)?.();
  toasts.delete(wanted.correlationId);
}

export const keepToast = (correlationId: string, dismiss: () => void): void =>
  void toasts.set(correlationId, dismiss);

/** After somebody has signed out nothing of theirs is to be undone by another. */
export function forgetAll(): void {
  [done, undone] = [[], []];
  openUndoDialog(undefined);
}

/** Opens the dialog that shows what undoing comes to; undefined closes it. */
export const openUndoDialog = (wanted: UndoTarget | undefined): void => requested.set(wanted);

export const isUndoDialogOpen = (): boolean => requested.get() !== undefined;
export const useUndoDialog = (): UndoTarget | undefined => useStore(requested);
