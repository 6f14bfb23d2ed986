import { useState } from 'react';

/**
 * Whether something that is sent is under way, and how it failed the last time: for a dialog that closes where
 * that succeeds, and is pending until it has.
 */
export function useSubmission(text: string) {
  const [{ pending, error }, setState] = useState<{ pending: boolean; error?: unknown }>({
    pending: false,
  });
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setState({ pending: true });
    try {
      await work();
    } catch (fault) {
      setState({ pending: false, error: fault });
    }
  };
  return { pending, failure: error === undefined ? undefined : { text, error }, run };
}
