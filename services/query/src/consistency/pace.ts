import { setImmediate, setTimeout as sleep } from 'node:timers/promises';

/** Keeps work at a rate, so that it never gets in the way. */
export class Pace {
  private done = 0;
  private readonly began = performance.now();

  /** `perSecond` units at most; Infinity only lets others have their turn. */
  constructor(
    private readonly perSecond: number,
    private readonly signal?: AbortSignal,
  ) {}

  async spend(units: number): Promise<void> {
    this.signal?.throwIfAborted();
    this.done += units;
    const ms = (this.done / this.perSecond) * 1000 - (performance.now() - this.began);
    if (ms <= 0) await setImmediate();
    else await sleep(ms, undefined, this.signal && { signal: this.signal });
  }
}
