import type { Logger } from 'pino';

const AGAIN_MS = 5000;

/** Work that nobody waits for. What fails is said once, and everything is tried again until it works. */
export class Background {
  private readonly underWay = new Set<Promise<void>>();
  /** What did not work, and has been said. */
  private readonly complained = new Set<string>();
  private again: NodeJS.Timeout | undefined;
  private closed = false;

  /** `everything` finds out by itself what is left to be done. */
  constructor(
    private readonly log: Pick<Logger, 'error'>,
    private readonly everything: () => Promise<void>,
  ) {}

  begin(fault: string, work: () => Promise<void>): void {
    const done = this.surely(fault, work).then(() => void this.underWay.delete(done));
    this.underWay.add(done);
  }

  /** Resolves also where the work has failed: an engine that is away keeps nothing from starting. */
  async surely(fault: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.complained.delete(fault);
    } catch (err) {
      if (!this.complained.has(fault)) this.log.error({ err }, fault);
      this.complained.add(fault);
      if (!this.closed) this.again ??= setTimeout(() => this.tryAgain(), AGAIN_MS).unref();
    }
  }

  /** Resolves when nothing is under way; nothing is tried again any more. */
  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.again);
    await Promise.all(this.underWay);
  }

  private tryAgain(): void {
    this.again = undefined;
    if (!this.closed) this.begin('not tried again', this.everything);
  }
}
