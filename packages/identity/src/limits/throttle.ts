import { setTimeout as pause } from 'node:timers/promises';
import { signInBounds } from '@feusa/contracts/bounds';
import { refuse } from '@feusa/contracts/refusals';

const { turns, waiting: most } = signInBounds;
const PAUSE_MS = (turns.seconds * 1000) / turns.value;

/** One after the other, so many in a second. */
export class Throttle {
  private last = 0;
  private waiting = 0;

  /** Waits for a turn. @throws Refusal `busy` where too many wait */
  async next(): Promise<void> {
    if (this.waiting >= most.value) refuse('busy');
    const now = performance.now();
    this.last = Math.max(now, this.last + PAUSE_MS);
    this.waiting += 1;
    try {
      await pause(this.last - now);
    } finally {
      this.waiting -= 1;
    }
  }
}
