import type { UndoAnswer } from '@feusa/contracts/undo';
import { navigate } from 'wouter/use-browser-location';
import { ApiError } from '../api.js';
import { isWaiting } from '../offline/waiting-ids.js';
import { toast, type ToastAction } from '../toast-store.js';
import {
  openUndoDialog,
  forget,
  isUndoDialogOpen,
  keepToast,
  latestDone,
  latestUndone,
  noteUndone,
  type DoneEntry,
  type UndoTarget,
} from './done-stack.js';
import { sendUndo } from './send-undo.js';
import { outcomeText } from './words.js';
import { texts } from './texts.js';

/** Says what was done and offers to undo it, and one thing more where there is one. */
export function offerUndo(text: string, correlationId: string, also?: ToastAction): void {
  if (isWaiting(correlationId)) return toastWaiting();
  const run = () => undoAtOnce({ correlationId }, 'undo');
  const dismiss = toast({ text, action: { label: texts.undo, run }, also });
  keepToast(correlationId, dismiss);
}

const toastWaiting = () =>
  void toast({
    text: texts.itWaits,
    action: { label: texts.showWhatWaits, run: () => navigate('/waiting') },
  });

const shownFirst = ['undo/in-the-way', 'undo/nothing-left', 'undo/changed'];

/** Undoes what nothing stands in the way of; else the dialog says what does. */
export async function undoAtOnce(wanted: UndoTarget, kind: 'undo' | 'redo'): Promise<void> {
  forget(wanted);
  try {
    toastUndone(kind, await sendUndo(wanted));
  } catch (error) {
    if (error instanceof ApiError && shownFirst.includes(error.code)) return openUndoDialog(wanted);
    const detail = error instanceof ApiError ? error.detail : '';
    const action = { label: texts.tryAgain, run: () => undoAtOnce(wanted, kind) };
    toast({
      tone: 'danger',
      text: texts.itWasNot(kind === 'undo' ? 'undone' : texts.doneAgain, detail),
      action,
    });
  }
}

/** Says that it is undone, and offers the way back. */
export function toastUndone(kind: 'undo' | 'redo', { id, done, did }: UndoAnswer): void {
  noteUndone(kind, { correlationId: id, count: done });
  const isUndo = kind === 'undo';
  const run = () => undoAtOnce({ correlationId: id }, isUndo ? 'redo' : 'undo');
  const dismiss = toast({
    text: outcomeText(kind, done, did),
    action: { label: isUndo ? texts.redo : texts.undo, run },
  });
  keepToast(id, dismiss);
}

let running: Promise<void> = Promise.resolve();
let waiting = 0;

/**
 * Undoes what this tab did last, or does again what it undid last; more than one thing is shown first, unless it
 * was done right before. Keys
 * that come while one is under way wait for it. False where there is nothing.
 */
export function undoLast(kind: 'undo' | 'redo'): boolean {
  if (waiting === 0 && !latest(kind)) return false;
  waiting++;
  running = running.then(() => undoNext(kind)).finally(() => waiting--);
  return true;
}

const latest = (kind: 'undo' | 'redo') => (kind === 'undo' ? latestDone() : latestUndone());

const RIGHT_AFTER_MS = 60_000;
const isFresh = ({ at }: DoneEntry) => at !== undefined && performance.now() - at < RIGHT_AFTER_MS;

async function undoNext(kind: 'undo' | 'redo'): Promise<void> {
  const entry = latest(kind);
  if (!entry || isUndoDialogOpen()) return;
  const wanted = { correlationId: entry.correlationId };
  if (entry.count > 1 && !isFresh(entry)) openUndoDialog(wanted);
  else await undoAtOnce(wanted, kind);
}
