/** Work that goes on beside its like, and work that wants to be alone; the latter comes one at a time. */
export class Mutex {
  private readonly running = new Set<Promise<unknown>>();
  private exclusive: Promise<unknown> | undefined;

  async together<T>(work: () => Promise<T>): Promise<T> {
    while (this.exclusive) await this.exclusive.catch(() => undefined);
    const run = work();
    this.running.add(run);
    try {
      return await run;
    } finally {
      this.running.delete(run);
    }
  }

  /** Waits until nothing is under way; what comes meanwhile waits for it. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    const run = Promise.allSettled(this.running).then(work);
    this.exclusive = run;
    try {
      return await run;
    } finally {
      this.exclusive = undefined;
    }
  }
}
