import { liveBounds } from '@feusa/contracts/bounds';
import type { Topic } from '@feusa/contracts/live';

const MOST = liveBounds.pushed.value;
const WINDOW_MS = liveBounds.pushed.seconds * 1000;

export interface FastOptions {
  readonly most?: number;
  readonly windowMs?: number;
}

/**
 * Topics that change faster than it is worth telling every screen of each change: what came of them in a while is told
 * by having their pages read again, at its end. Until then nothing of them is told, so that no screen has seen what
 * comes after something that it has not seen.
 */
export class FastTopics {
  /** How often each changed since this time. */
  private readonly counts = new Map<Topic, number>();
  private since = 0;
  /** How much of them is to be told by reading again. */
  private readonly fast = new Map<Topic, number>();
  private readonly most: number;
  private readonly windowMs: number;

  constructor(
    private readonly readAgain: (topic: Topic) => void,
    { most = MOST, windowMs = WINDOW_MS }: FastOptions = {},
  ) {
    this.most = most;
    this.windowMs = windowMs;
  }

  /** Whether a change is told at the end of a while, with those before it, and not by itself. */
  takes(topic: Topic): boolean {
    const left = this.fast.get(topic);
    if (left !== undefined) {
      this.fast.set(topic, left + 1);
      return true;
    }
    if (this.countOf(topic) <= this.most) return false;
    this.follow(topic, 1);
    return true;
  }

  private countOf(topic: Topic): number {
    const now = performance.now();
    if (now - this.since >= this.windowMs) {
      this.counts.clear();
      this.since = now;
    }
    const count = (this.counts.get(topic) ?? 0) + 1;
    this.counts.set(topic, count);
    return count;
  }

  private follow(topic: Topic, left: number): void {
    this.fast.set(topic, left);
    setTimeout(() => this.tell(topic), this.windowMs).unref();
  }

  private tell(topic: Topic): void {
    const left = this.fast.get(topic) ?? 0;
    if (left > 0) this.readAgain(topic);
    if (left > this.most) this.follow(topic, 0);
    else this.fast.delete(topic);
  }
}
