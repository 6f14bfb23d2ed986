import type { LogEvent } from '../log-event.js';
import { Rows } from './log-rows.js';

const PAGE = 100;
/** Pages kept, so that a day's scrolling does not fill the memory. */
const MOST_PAGES = 80;
/** While somebody scrolls far, only where they stop is read. */
const STILL_MS = 70;

/**
 * The log without a filter: positions have no holes, so that any row of a million is known without the rows
 * before it. Page n holds the positions from n * 100 + 1 on.
 */
export class WholeLog extends Rows {
  private readonly pages = new Map<number, readonly LogEvent[]>();
  /** The newest position that is drawn, and the newest that there is. */
  private top: number | undefined;
  private newest = 0;
  private wanted: readonly [first: number, last: number] = [0, 30];
  private timer: ReturnType<typeof setTimeout> | undefined;

  start(): Promise<void> {
    return this.work(async () => {
      const { events } = await this.read({ newestFirst: true, limit: 1 });
      this.newest = Number(events[0]?.position ?? 0);
      this.top = this.newest;
      await this.load();
    });
  }

  want(first: number, last: number): void {
    this.wanted = [first, last];
    clearTimeout(this.timer);
    if (this.missing().length === 0) return;
    this.timer = setTimeout(() => void this.readMissing(), STILL_MS);
  }

  grown(position: number): void {
    if (position <= this.newest) return;
    this.newest = position;
    this.changed();
  }

  take(): void {
    if (this.top === undefined || this.top === this.newest) return;
    this.top = this.newest;
    this.changed();
    void this.readMissing();
  }

  again(): void {
    void this.readMissing();
  }

  protected drawn() {
    const { top } = this;
    return {
      count: top,
      at: (index: number) => this.event((top ?? 0) - index),
      positionAt: (index: number) => String((top ?? 0) - index),
      indexOf: (position: string) =>
        top === undefined ? -1 : Math.max(-1, top - Number(position)),
      fresh: this.newest - (top ?? this.newest),
    };
  }

  private event(position: number): LogEvent | undefined {
    const page = this.pages.get(pageOf(position));
    return page?.[(position - 1) % PAGE];
  }

  private async readMissing(): Promise<void> {
    if (this.missing().length === 0) return;
    if (this.isReading) return void setTimeout(() => void this.readMissing(), STILL_MS);
    await this.work(() => this.load());
  }

  private async load(): Promise<void> {
    for (let [page] = this.missing(); page !== undefined; [page] = this.missing()) {
      const { events } = await this.read({ after: page * PAGE, newestFirst: false, limit: PAGE });
      this.pages.delete(page);
      this.pages.set(page, events);
      for (const oldest of this.pages.keys()) {
        if (this.pages.size <= MOST_PAGES) break;
        this.pages.delete(oldest);
      }
      if (events.length === 0) break;
      this.changed();
    }
  }

  /** Pages of what is looked at that are not here, or not as long as the log is by now. */
  private missing(): number[] {
    const top = this.top ?? 0;
    const [first, last] = this.wanted;
    const newest = pageOf(Math.max(1, top - first));
    const oldest = pageOf(Math.max(1, top - last));
    const missing: number[] = [];
    for (let page = newest; top > 0 && page >= oldest; page--) {
      const length = Math.min(PAGE, top - page * PAGE);
      if ((this.pages.get(page)?.length ?? 0) < length) missing.push(page);
    }
    return missing;
  }
}

const pageOf = (position: number) => Math.floor((position - 1) / PAGE);
