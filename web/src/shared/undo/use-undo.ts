import type { OnConflict as OnNameTaken } from '@feusa/contracts/on-conflict';
import type { OnConflict, UndoAnswer } from '@feusa/contracts/undo';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../api.js';
import { toast } from '../toast-store.js';
import { openUndoDialog, forget, type UndoTarget } from './done-stack.js';
import { sendUndo, stopUndo } from './send-undo.js';
import { toastUndone } from './undo.js';
import { newId } from '../new-id.js';
import { texts } from './texts.js';

interface State {
  /** Of the undo that is under way. */
  readonly key?: string;
  readonly done?: number;
  readonly stopping?: boolean;
  readonly error?: unknown;
  readonly stopError?: unknown;
  /** There where something was left out, or it was stopped. */
  readonly answer?: UndoAnswer;
}

/**
 * Carries a plan out that was seen. It goes on when the dialog is closed, with a message by which it can be
 * stopped; another message says how it ended.
 */
export function useUndo(wanted: UndoTarget, plan: string | undefined, onClose: () => void) {
  const [state, setState] = useState<State>({});
  const isOpen = useRef(true);
  const dismiss = useRef(() => {});
  useEffect(() => {
    isOpen.current = true;
    return () => void (isOpen.current = false);
  }, []);
  const run = async (onConflict: OnConflict, onNameTaken: OnNameTaken) => {
    const key = newId();
    setState({ key });
    const onProgress = (done: number) => setState((now) => ({ ...now, done }));
    try {
      const body = { ...wanted, onConflict, ...(plan && { plan }) };
      const answer = await sendUndo(body, { key, onNameTaken, onProgress });
      if (!answer.stopped) forget(wanted);
      if (answer.done > 0) toastUndone('undo', answer);
      if (!isOpen.current) return toastStopped(answer, wanted);
      if (answer.skippedCount === 0 && !answer.stopped) onClose();
      else setState({ answer });
    } catch (error) {
      if (!isOpen.current) return toastFailure(error);
      setState({ error });
    } finally {
      dismiss.current();
    }
  };
  const stop = () => {
    const { key } = state;
    if (key === undefined) return;
    setState((now) => ({ ...now, stopping: true }));
    stopUndo(key).catch((stopError: unknown) =>
      setState((now) => (now.key === key ? { key, ...pick(now), stopError } : now)),
    );
  };
  const leave = () => {
    const { key, stopping } = state;
    if (key !== undefined && !stopping) dismiss.current = offerStop(key);
    onClose();
  };
  return {
    ...state,
    pending: state.key !== undefined,
    run,
    stop,
    leave,
    reset: () => setState({}),
  };
}

const pick = ({ done }: State) => (done === undefined ? {} : { done });

/** Stays until the undo has ended. */
function offerStop(key: string): () => void {
  const run = () => {
    stopUndo(key).catch((error: unknown) => {
      const detail = error instanceof ApiError ? error.detail : '';
      toast({ tone: 'danger', text: texts.notStopped(detail) });
    });
  };
  return toast({ text: texts.theUndoGoesOn, action: { label: texts.stop, run }, stays: true });
}

function toastStopped({ stopped, done, left }: UndoAnswer, wanted: UndoTarget): void {
  if (!stopped) return;
  const tone = stopped.code === 'asked' ? 'plain' : 'danger';
  const action = { label: texts.undoTheRest, run: () => openUndoDialog(wanted) };
  const text = texts.stoppedAfter(done, done + left, stopped.text);
  toast({ tone, text, action });
}

function toastFailure(error: unknown): void {
  const detail = error instanceof ApiError ? error.detail : '';
  toast({ tone: 'danger', text: texts.notUndone(detail) });
}
