import { useState } from 'react';
import { toastFailure } from './failure.js';
import { useIsOpen } from './use-is-open.js';

/**
 * Whether something that is sent is under way, and how it failed the last time: for a dialog that closes where
 * that succeeds, and is pending until it has.
 */
export function useSubmission(text: string, what?: string) {
  const [{ pending, error }, setState] = useState<{ pending: boolean; error?: unknown }>({
    pending: false,
  });
  const isOpen = useIsOpen();
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setState({ pending: true });
    try {
      await work();
    } catch (fault) {
      if (!isOpen()) return toastFailure({ text, what, error: fault });
      setState({ pending: false, error: fault });
    }
  };
  return { pending, failure: error === undefined ? undefined : { text, what, error }, run };
}
