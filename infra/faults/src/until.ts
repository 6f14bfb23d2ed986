import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits until something holds; what cannot be asked at the moment does not.
 * @returns how long that took, ms
 * @throws Error after `ms`, with what was waited for and what went wrong at last
 */
export async function until(
  what: string,
  holds: () => Promise<boolean> | boolean,
  ms: number,
  everyMs = 50,
): Promise<number> {
  const began = performance.now();
  for (let fault: unknown; ;) {
    try {
      if (await holds()) return performance.now() - began;
      fault = undefined;
    } catch (caught) {
      fault = caught;
    }
    if (performance.now() - began > ms) {
      throw new Error(`waited ${ms / 1000} s for ${what}`, { cause: fault });
    }
    await sleep(everyMs);
  }
}
