import { Refusal } from '@feusa/contracts/refusals';

const WAIT_MS = 2000;

/** Waiting for a consumer. */
export interface Reached {
  /** @throws Refusal `still-updating` when the position is not reached within 2 s */
  reached(position: number | undefined): Promise<void>;
  /** Whether it is reached, where that is known in this process. */
  has?(position: number): boolean;
}

/** How far a consumer of this process has come, and the way to wait for it. */
export class Progress implements Reached {
  /** Below any position until the consumer has begun. */
  private at = -1;
  private readonly listeners: (() => void)[] = [];
  private readonly waiting = new Set<{ readonly position: number; done(): void }>();

  get position(): number {
    return Math.max(0, this.at);
  }

  moveTo(position: number): void {
    if (position <= this.at) return;
    this.at = position;
    for (const listener of this.listeners) listener();
    for (const waiter of this.waiting) if (waiter.position <= this.at) waiter.done();
  }

  /** Has somebody told whenever the consumer has come on. */
  onMoved(listener: () => void): void {
    this.listeners.push(listener);
  }

  has(position: number): boolean {
    return position <= this.at;
  }

  async reached(position: number | undefined): Promise<void> {
    if (position === undefined || this.has(position)) return;
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(waiter);
        reject(new Refusal('still-updating'));
      }, WAIT_MS);
      const waiter = {
        position,
        done: () => {
          clearTimeout(timer);
          this.waiting.delete(waiter);
          resolve();
        },
      };
      this.waiting.add(waiter);
    });
  }
}

/** How far the search index has come. */
export const INDEXED = Symbol('Indexed');
