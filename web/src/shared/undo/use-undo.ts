import type { OnConflict, UndoAnswer } from '@feusa/contracts/undo';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../api.js';
import { toast } from '../toast-store.js';
import { forget, type Wanted } from './done-stack.js';
import { sendUndo } from './send-undo.js';
import { tellUndone } from './undo.js';

/**
 * Carries a plan out that was seen; `answer` is there where something was left out. It goes on when the
 * dialog is closed, and a message says how it ended.
 */
export function useUndo(wanted: Wanted, plan: string | undefined, onClose: () => void) {
  const [state, setState] = useState<{ pending?: boolean; error?: unknown; done?: number }>({});
  const [answer, setAnswer] = useState<UndoAnswer>();
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => void (isOpen.current = false);
  }, []);
  const run = async (onConflict: OnConflict) => {
    setState({ pending: true });
    try {
      const body = { ...wanted, onConflict, ...(plan && { plan }) };
      const told = await sendUndo(body, (done) => setState({ pending: true, done }));
      forget(wanted);
      tellUndone('undo', { correlationId: told.id, count: told.done });
      if (!isOpen.current) return;
      if (told.skippedCount === 0 && told.stopped === undefined) onClose();
      else setAnswer(told);
    } catch (error) {
      if (!isOpen.current) return tellFailure(error);
      setState({ error });
    }
  };
  const { pending = false, error, done = 0 } = state;
  return { run, pending, error, done, answer, forgetError: () => setState({}) };
}

function tellFailure(error: unknown): void {
  const detail = error instanceof ApiError ? error.detail : '';
  toast({ tone: 'danger', text: `It was not undone. ${detail}` });
}
