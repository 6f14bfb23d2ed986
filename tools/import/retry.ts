import { setTimeout as sleep } from 'node:timers/promises';

const FIRST_MS = 200;
const LONGEST_MS = 10_000;

/** The server cannot answer now and may do so later; `retryAfterMs` is its own wish. */
export class Interrupted extends Error {
  constructor(
    message: string,
    readonly retryAfterMs = 0,
    /** Whether it was the product that has said so. */
    readonly isAnswered = false,
  ) {
    super(message);
  }
}

/**
 * Tries until it works, waiting longer each time.
 * @param patienceMs how long to go on; 0 tries once
 * @throws Interrupted where the patience is over; every other fault at once
 */
export async function persist<T>(attempt: () => Promise<T>, patienceMs: number): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (let tries = 0; ; tries++) {
    try {
      return await attempt();
    } catch (fault) {
      if (!(fault instanceof Interrupted)) throw fault;
      const wait = Math.max(fault.retryAfterMs, backOff(tries));
      if (performance.now() + wait > deadline) throw fault;
      await sleep(wait);
    }
  }
}

/** Spread by half, so that several requests that broke together do not come back together. */
const backOff = (tries: number): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** tries) * (0.5 + Math.random() / 2);
