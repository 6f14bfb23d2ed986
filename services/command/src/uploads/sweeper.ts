import type { TusUploads } from './tus-uploads.js';

const FIRST_MS = 30_000;
const EVERY_MS = 3_600_000;

/** Sweeps soon after the start and then every hour, one sweep at a time. */
export class Sweeper {
  private timer: NodeJS.Timeout;
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly uploads: TusUploads) {
    this.timer = setTimeout(() => this.run(), FIRST_MS).unref();
  }

  async close(): Promise<void> {
    clearTimeout(this.timer);
    await this.running;
  }

  private run(): void {
    const { log } = this.uploads;
    this.running = this.uploads.sweep(Date.now()).then(
      (swept) => log.info(swept, 'swept uploads'),
      (err: unknown) => log.warn({ err }, 'uploads not swept'),
    );
    this.timer = setTimeout(() => this.run(), EVERY_MS).unref();
  }
}
