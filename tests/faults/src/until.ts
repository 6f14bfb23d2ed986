import { setTimeout as sleep } from 'node:timers/promises';

let patience = 1;

/** How many times longer than usual everything may take from now on: other programs keep the machine busy. */
export const bePatient = (times: number): void => void (patience = times);

/** So long as that is by now, ms. */
export const patiently = (ms: number): number => ms * patience;

/**
 * Does something that ends by itself, or is given up.
 * @throws Error after `ms`, or at once where `ended` says so, with what was done
 */
export async function within<T>(
  what: string,
  work: Promise<T>,
  { ms, ended }: { readonly ms: number; readonly ended?: AbortSignal | undefined },
): Promise<T> {
  const over = new AbortController();
  const late = sleep(ms, undefined, { signal: over.signal }).then(() => {
    throw new Error(`${what} did not end within ${ms / 1000} s`);
  });
  const brokenOff = new Promise<never>((_, reject) => {
    const stop = () => reject(new Error(`${what} was broken off`));
    if (ended?.aborted) stop();
    ended?.addEventListener('abort', stop, { signal: over.signal });
  });
  // Whichever is not waited for any more may fail unheard.
  for (const each of [work, late, brokenOff]) each.catch(() => undefined);
  return Promise.race([work, late, brokenOff]).finally(() => over.abort());
}

/**
 * Waits until something holds; what cannot be asked at the moment does not.
 * @returns how long that took, ms
 * @throws Error after `ms`, patiently, with what was waited for and what went wrong at last
 */
export async function until(
  what: string,
  holds: () => Promise<boolean> | boolean,
  ms: number,
  everyMs = 50,
): Promise<number> {
  const began = performance.now();
  const most = patiently(ms);
  for (let fault: unknown; ;) {
    try {
      if (await holds()) return performance.now() - began;
      fault = undefined;
    } catch (caught) {
      fault = caught;
    }
    if (performance.now() - began > most) {
      throw new Error(`waited ${most / 1000} s for ${what}`, { cause: fault });
    }
    await sleep(everyMs);
  }
}
