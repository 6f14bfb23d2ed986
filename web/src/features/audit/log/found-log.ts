import type { LogEvent } from '../log-event.js';
import { Rows } from './log-rows.js';

const PAGE = 100;
/** Older events are read when so few rows are left below. */
const AHEAD = 40;

/** The events that a filter finds: read on from the newest as somebody scrolls down. */
export class FoundLog extends Rows {
  private events: readonly LogEvent[] | undefined;
  private coming: readonly LogEvent[] = [];
  private hasOlder = false;
  /** Everything up to here has been asked for. */
  private seen = 0;
  private grownTo = 0;

  start(): Promise<void> {
    return this.work(async () => {
      const { events, next } = await this.read({ newestFirst: true, limit: PAGE });
      this.events = events;
      this.hasOlder = next !== null;
      this.seen = Math.max(this.seen, Number(events[0]?.position ?? 0));
    });
  }

  want(_first: number, last: number): void {
    const { events } = this;
    if (!events || !this.hasOlder || this.isReading || last < events.length - AHEAD) return;
    void this.work(async () => {
      const before = Number(events.at(-1)?.position);
      const { events: older, next } = await this.read({ before, newestFirst: true, limit: PAGE });
      this.events = [...(this.events ?? []), ...older];
      this.hasOlder = next !== null;
    });
  }

  grown(position: number): void {
    this.grownTo = Math.max(this.grownTo, position);
    if (!this.events || this.isReading || this.grownTo <= this.seen) return;
    void this.work(() => this.readNewer()).then(() => this.grown(this.grownTo));
  }

  take(): void {
    if (this.coming.length === 0) return;
    this.events = [...this.coming, ...(this.events ?? [])];
    this.coming = [];
    this.changed();
  }

  again(): void {
    this.grown(this.grownTo);
    this.want(0, Infinity);
  }

  protected drawn() {
    const { events, hasOlder, coming } = this;
    return {
      count: events && events.length + (hasOlder ? 1 : 0),
      at: (index: number) => events?.[index],
      positionAt: (index: number) => events?.[index]?.position,
      indexOf: (position: string) => events?.findIndex((e) => e.position === position) ?? -1,
      fresh: coming.length,
    };
  }

  private async readNewer(): Promise<void> {
    const upTo = this.grownTo;
    const { events, next } = await this.read({ after: this.seen, newestFirst: false, limit: PAGE });
    this.coming = [...events.toReversed(), ...this.coming];
    this.seen = next === null ? Math.max(upTo, this.seen) : Number(next);
  }
}
