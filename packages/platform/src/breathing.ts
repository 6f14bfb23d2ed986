import { setImmediate, setTimeout as sleep } from 'node:timers/promises';

const WORKED_MS = 5;
const LONGEST_REST_MS = 100;

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

/**
 * For whoever goes through all that there is: what it answers is awaited between two pieces, and rests for as long as was
 * worked since it was awaited last. So others, whose work is short, have half of the time.
 */
export function resting(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    await sleep(Math.min(performance.now() - since, LONGEST_REST_MS));
    since = performance.now();
  };
}
