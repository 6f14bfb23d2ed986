import { liveBounds } from '@feusa/contracts/bounds';
import type { Topic } from '@feusa/contracts/live';

const { pushed, deliveries } = liveBounds;
const WINDOW_MS = pushed.seconds * 1000;

export interface FastOptions {
  readonly most?: number;
  readonly deliveries?: number;
  readonly windowMs?: number;
}

/**
 * Topics that change faster than it is worth telling many screens of each change: what came of them in a while is told
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
  private readonly deliveries: number;
  private readonly windowMs: number;

  constructor(
    private readonly readAgain: (topic: Topic) => void,
    options: FastOptions = {},
  ) {
    this.most = options.most ?? pushed.value;
    this.deliveries = options.deliveries ?? deliveries.value;
    this.windowMs = options.windowMs ?? WINDOW_MS;
  }

  /** Whether a change is told at the end of a while, with those before it, and not to each of so many by itself. */
  takes(topic: Topic, watching: number): boolean {
    const left = this.fast.get(topic);
    if (left !== undefined) {
      this.fast.set(topic, left + 1);
      return true;
    }
    const count = this.countOf(topic);
    if (count <= this.most || count * watching <= this.deliveries) return false;
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
