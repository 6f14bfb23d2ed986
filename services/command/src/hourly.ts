import { setTimeout as sleep } from 'node:timers/promises';

const FIRST_MS = 60_000;
const EVERY_MS = 3_600_000;

/** Does its work a minute after the start and then every hour, one time after the other, until it is closed. */
export class Hourly {
  private readonly ended = new AbortController();
  private readonly running: Promise<void>;

  /** @param work is told by the signal to come to its end, and never throws */
  constructor(private readonly work: (signal: AbortSignal) => Promise<void>) {
    this.running = this.repeat();
  }

  async close(): Promise<void> {
    this.ended.abort();
    await this.running;
  }

  private async repeat(): Promise<void> {
    const { signal } = this.ended;
    const isOver = (ms: number) =>
      sleep(ms, false, { signal, ref: false }).catch(() => true) as Promise<boolean>;
    for (let wait = FIRST_MS; !(await isOver(wait)); wait = EVERY_MS) await this.work(signal);
  }
}
