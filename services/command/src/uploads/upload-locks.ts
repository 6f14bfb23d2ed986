import { setTimeout as pause } from 'node:timers/promises';
import { TusFault } from './tus-fault.js';

interface Holder {
  lastByteAt: number;
  readonly release: AbortController;
  readonly done: Promise<void>;
}

/** How long the end of a request that was just broken off may take to be noticed. */
const GRACE_MS = 500;

/** The right to write one upload, until `free`. `signal` aborts when another request must have it. */
export interface Lease {
  readonly signal: AbortSignal;
  /** Bytes have arrived: this writer is alive. */
  touch(): void;
  free(): void;
}

/**
 * One writer at a time for each upload. A writer whose connection has brought nothing for `stalledMs` is
 * taken for dead and must let go, so that a person who comes back is not shut out by the old connection.
 */
export class UploadLocks {
  private readonly holders = new Map<string, Holder>();

  constructor(
    private readonly stalledMs: number,
    private readonly graceMs = GRACE_MS,
  ) {}

  /** @throws TusFault 423 while another request is sending; with `insist` that one is made to stop */
  async take(id: string, insist = false): Promise<Lease> {
    await this.settle(id, insist);
    if (this.holders.has(id)) throw new TusFault('upload/locked');
    let finish = () => {};
    const done = new Promise<void>((settle) => (finish = settle));
    const holder: Holder = { lastByteAt: performance.now(), release: new AbortController(), done };
    this.holders.set(id, holder);
    return {
      signal: holder.release.signal,
      touch: () => (holder.lastByteAt = performance.now()),
      free: () => {
        this.holders.delete(id);
        finish();
      },
    };
  }

  /** Waits a little for a writer to end; makes a dead one let go, with `insist` any. */
  async settle(id: string, insist = false): Promise<void> {
    const holder = this.holders.get(id);
    if (!holder) return;
    if (!insist && !this.isStalled(holder)) {
      await Promise.race([holder.done, pause(this.graceMs, undefined, { ref: false })]);
      if (this.holders.get(id) !== holder || !this.isStalled(holder)) return;
    }
    holder.release.abort();
    await holder.done;
  }

  private isStalled({ lastByteAt }: Holder): boolean {
    return performance.now() - lastByteAt > this.stalledMs;
  }

  isHeld(id: string): boolean {
    return this.holders.has(id);
  }

  async releaseAll(): Promise<void> {
    await Promise.all([...this.holders.keys()].map((id) => this.settle(id, true)));
  }
}
