import { memoryBounds } from '@feusa/contracts/memory-bounds';
import type { Logger } from 'pino';
import type { EventStore } from '../store/port.js';
import type { EventLog, Consumer, SubscriptionState } from './port.js';
import type { StoredEvent } from '@feusa/contracts/events';
import { setTimeout as sleep } from 'node:timers/promises';

const PAGE = 2000;
const POLL_MS = 1000;
/** What is on screens goes ahead of consumers that take their time. */
const HEAD_START_MS = 10;
const MAX_BACKOFF_MS = 5000;
/** A batch that takes longer than this is not just a large one. */
const STUCK_MS = 30_000;

export interface SubscriptionOptions {
  readonly store: Pick<EventStore, 'read'>;
  readonly log: Pick<Logger, 'error'>;
  /** How long a hole in what arrives may stay before it is read from the store, ms. */
  readonly patienceMs: number;
}

/**
 * Feeds one consumer with the whole log in order. What arrives is a hint: what follows on directly is
 * handed on, anything missing is read from the event store, which is also asked once a second.
 */
export class Subscription {
  private position = 0;
  private readonly arrivals: Arrivals;
  private behind = true;
  private signalled = false;
  private readonly pace = new Pace();
  /** Before this time no batch begins, ms. */
  private due = 0;
  private wake: () => void = () => {};
  private running: Promise<void> | undefined;
  /** Since when batches have failed, or one has been under way, ms. */
  private failingSince: number | undefined;
  private busySince: number | undefined;
  private stopped = false;

  constructor(
    private readonly consumer: Consumer,
    private readonly options: SubscriptionOptions,
  ) {
    this.arrivals = new Arrivals(options.patienceMs);
  }

  /** Answers once the consumer has said where it begins. */
  start(): Promise<void> {
    return new Promise((begun) => {
      this.running = this.run(begun).finally(begun);
    });
  }

  publish(events: readonly StoredEvent[]): void {
    if (!this.arrivals.add(events)) this.behind = true;
    this.signalled = true;
    this.wake();
  }

  expect(streams: readonly string[]): void {
    this.consumer.expect?.(streams);
  }

  state(): SubscriptionState {
    const { consumer, position, failingSince, busySince } = this;
    const stuck = busySince !== undefined && performance.now() - busySince > STUCK_MS;
    const fault =
      saying('failing', failingSince) ??
      (stuck ? saying('busy with one batch', busySince) : undefined);
    return { consumer: consumer.name, position, fault };
  }

  /** Says that there is more in the store. */
  look(): void {
    this.behind = true;
    this.signalled = true;
    this.wake();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.wake();
    await this.running;
  }

  private async run(begun: () => void): Promise<void> {
    let failures = 0;
    let placed = false;
    while (!this.stopped) {
      try {
        if (!placed) this.position = await this.consumer.checkpoint();
        placed = true;
        begun();
        await this.step();
        failures = 0;
        this.failingSince = undefined;
      } catch (err) {
        // What a failed consumer had saved may be gone with its database.
        placed = false;
        this.behind = true;
        this.failingSince ??= performance.now();
        this.options.log.error(
          { err, consumer: this.consumer.name, after: this.position },
          'consumer failed',
        );
        await this.backOff(Math.min(100 * 2 ** failures++, MAX_BACKOFF_MS));
      }
    }
  }

  private async step(): Promise<void> {
    await this.gather();
    const events = await this.next();
    if (events.length > 0) await this.handle(events);
    else await this.rest();
  }

  private async handle(events: readonly StoredEvent[]): Promise<void> {
    this.busySince = performance.now();
    this.due = this.busySince + (this.consumer.spacingMs ?? this.pace.after(events.length));
    try {
      await this.consumer.handle(events);
    } finally {
      this.busySince = undefined;
    }
    this.position = events.at(-1)?.position ?? this.position;
  }

  /** What arrived and follows on directly, else a page from the store; none while idle. */
  private async next(): Promise<readonly StoredEvent[]> {
    this.signalled = false;
    if (!this.behind) {
      const due = this.arrivals.takeAfter(this.position);
      if (due.length > 0 || !this.arrivals.isOverdue()) return due;
    }
    const events = await this.options.store.read(this.position, PAGE);
    this.behind = events.length === PAGE;
    // What follows a hole that the store does not fill either is found again by the poll.
    if (events.length === 0) this.arrivals.clear();
    return events;
  }

  /** Waits for an arrival, or for a hole to become overdue; the poll finds what nobody published. */
  private async rest(): Promise<void> {
    this.pace.rest();
    const hole = this.arrivals.waitMs();
    await this.pause(hole ?? POLL_MS);
    if (this.consumer.spacingMs) this.due = Math.max(this.due, performance.now() + HEAD_START_MS);
    if (this.signalled || this.stopped || hole !== undefined) return;
    this.behind = true;
    // A crashed database may have forgotten what the consumer saved, and nothing failed meanwhile.
    this.position = Math.min(this.position, await this.consumer.checkpoint());
  }

  private async gather(): Promise<void> {
    const ms = this.due - performance.now();
    if (ms > 0 && !this.behind) await sleep(ms);
  }

  /** Unlike a rest, not ended by arrivals: a failing consumer must not spin under load. */
  private async backOff(ms: number): Promise<void> {
    const until = performance.now() + ms;
    while (!this.stopped && performance.now() < until) {
      this.signalled = false;
      await this.pause(until - performance.now());
    }
    this.arrivals.clear();
  }

  private pause(ms: number): Promise<void> {
    if (this.signalled || this.stopped) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/**
 * How far apart batches begin, ms. After a rest the next event does not wait for others; where they keep coming, batches
 * become fewer and larger, which cost a busy system less.
 */
export class Pace {
  private next = 5;

  /** From the beginning of a batch of so many events to that of the following one. */
  after(events: number): number {
    const spacing = Math.max(this.next, Math.min(events, 40));
    this.next = Math.min(2 * this.next, 20);
    return spacing;
  }

  rest(): void {
    this.next = 5;
  }
}

const saying = (what: string, since: number | undefined): string | undefined =>
  since === undefined
    ? undefined
    : `${what} for ${Math.round((performance.now() - since) / 1000)} s`;

const MOST = memoryBounds.waitingEvents.value;

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

/** The event log inside one process: what it appends itself is published to each consumer directly. */
export function openTail(store: Pick<EventStore, 'read'>, log: Pick<Logger, 'error'>): EventLog {
  const subscriptions: Subscription[] = [];
  return {
    async subscribe(consumer) {
      // Announcements of one process come in order: a hole is what another one has appended.
      const subscription = new Subscription(consumer, { store, log, patienceMs: 0 });
      subscriptions.push(subscription);
      await subscription.start();
    },
    publish(events) {
      for (const subscription of subscriptions) subscription.publish(events);
    },
    expect(streams) {
      for (const subscription of subscriptions) subscription.expect(streams);
    },
    subscriptions: () => subscriptions.map((subscription) => subscription.state()),
    async close() {
      await Promise.all(subscriptions.map((subscription) => subscription.stop()));
    },
  };
}
