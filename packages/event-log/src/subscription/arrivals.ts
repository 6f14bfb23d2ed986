import type { StoredEvent } from '@feusa/contracts/events';

const MOST = 5000;

/**
 * Events that have arrived by whatever way: in any order, more than once, with holes. Positions are
 * gapless, so what follows on directly is known without asking anybody.
 */
export class Arrivals {
  private waiting: StoredEvent[] = [];
  /** Since when the next event is missing while later ones are here, ms. */
  private holeSince: number | undefined;

  constructor(
    private readonly patienceMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** False where there is no more room: then nothing was taken in. */
  add(events: readonly StoredEvent[]): boolean {
    if (this.waiting.length + events.length > MOST) return false;
    this.waiting.push(...events);
    return true;
  }

  /** Takes the events that follow on this position without a hole. */
  takeAfter(position: number): readonly StoredEvent[] {
    const later = this.waiting.filter((event) => event.position > position);
    if (!isAscending(later)) later.sort((one, other) => one.position - other.position);
    const due: StoredEvent[] = [];
    let used = 0;
    for (const event of later) {
      if (event.position > position + due.length + 1) break;
      if (event.position === position + due.length + 1) due.push(event);
      used++;
    }
    this.waiting = used === 0 ? later : later.slice(used);
    this.holeSince = this.waiting.length === 0 || due.length > 0 ? undefined : this.holeSince;
    if (this.waiting.length > 0) this.holeSince ??= this.now();
    return due;
  }

  /** Whether the next event has been missing for too long. */
  isOverdue(): boolean {
    return this.holeSince !== undefined && this.now() - this.holeSince >= this.patienceMs;
  }

  /** Until the hole is overdue, ms; undefined where there is none. */
  waitMs(): number | undefined {
    if (this.holeSince === undefined) return undefined;
    return Math.max(0, this.holeSince + this.patienceMs - this.now());
  }

  clear(): void {
    this.waiting = [];
    this.holeSince = undefined;
  }
}

const isAscending = (events: readonly StoredEvent[]): boolean =>
  events.every(({ position }, index) => index === 0 || position > events[index - 1]!.position);
