import { setImmediate } from 'node:timers/promises';

const WORKED_MS = 5;

/**
 * For long work in small pieces: what it answers is awaited between them, and lets others go first once that
 * work has had the event loop for a moment.
 */
export function breathing(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < WORKED_MS) return undefined;
    return setImmediate().then(() => void (since = performance.now()));
  };
}
