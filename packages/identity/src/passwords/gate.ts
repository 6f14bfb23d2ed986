import { refuse } from '@feusa/contracts/refusals';

/** Lets `width` pieces of work run at once and `queue` more wait, first come, first served. */
export class Gate {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly width: number,
    private readonly queue: number,
  ) {}

  /** @throws Refusal 'busy' where the queue is full */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.enter();
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  private enter(): Promise<void> | undefined {
    if (this.running < this.width) {
      this.running += 1;
      return undefined;
    }
    if (this.waiting.length >= this.queue) refuse('busy');
    return new Promise((go) => this.waiting.push(go));
  }

  /** Hands the place on, so that nobody overtakes who waits. */
  private leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.running -= 1;
  }
}
