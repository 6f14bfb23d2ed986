import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredEvent } from '@feusa/contracts/events';
import type { Logger } from 'pino';
import type { EventStore } from '../event-store/port.js';
import type { Consumer, EventLog } from './port.js';

const PAGE = 2000;
const BUFFER = 5000;
const POLL_MS = 1000;
/** Batches of a busy log begin this far apart: fewer and larger ones cost the database less. */
const SPACING_MS = 5;
const MAX_BACKOFF_MS = 5000;

type Source = Pick<EventStore, 'read'>;

/**
 * The event log inside one process: each consumer follows the event table. Positions are gapless and in
 * commit order, so "everything after my checkpoint" never skips an event, and announced events that
 * follow on directly need not be read again.
 */
export function openTail(store: Source, log: Pick<Logger, 'error'>): EventLog {
  const followers: Follower[] = [];
  return {
    async follow(consumer) {
      const follower = new Follower(store, consumer, log);
      followers.push(follower);
      await follower.start();
    },
    announce(events) {
      for (const follower of followers) follower.announce(events);
    },
    async close() {
      await Promise.all(followers.map((follower) => follower.stop()));
    },
  };
}

class Follower {
  private position = 0;
  private announced: StoredEvent[] = [];
  private behind = true;
  /** When the last batch began, ms. */
  private began = 0;
  private wake: () => void = () => {};
  private running: Promise<void> | undefined;
  private stopped = false;

  constructor(
    private readonly store: Source,
    private readonly consumer: Consumer,
    private readonly log: Pick<Logger, 'error'>,
  ) {}

  /** Answers once the consumer has said where it begins. */
  start(): Promise<void> {
    return new Promise((begun) => {
      this.running = this.run(begun).finally(begun);
    });
  }

  announce(events: readonly StoredEvent[]): void {
    if (this.announced.length < BUFFER) this.announced.push(...events);
    else this.behind = true;
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
        await this.gather();
        const events = await this.next();
        if (events.length > 0) await this.handle(events);
        failures = 0;
        if (events.length === 0) await this.rest(POLL_MS);
      } catch (err) {
        // What a failed consumer had saved may be gone with its database.
        placed = false;
        this.behind = true;
        this.log.error(
          { err, consumer: this.consumer.name, after: this.position },
          'consumer failed',
        );
        await this.backOff(Math.min(100 * 2 ** failures++, MAX_BACKOFF_MS));
      }
    }
  }

  private async handle(events: readonly StoredEvent[]): Promise<void> {
    this.began = performance.now();
    await this.consumer.handle(events);
    this.position = events.at(-1)?.position ?? this.position;
  }

  /** Announced events where they follow on directly, else a page from the table; none while idle. */
  private async next(): Promise<readonly StoredEvent[]> {
    const announced = this.announced.filter(({ position }) => position > this.position);
    this.announced = [];
    const [first] = announced;
    if (!this.behind && !first) return [];
    if (!this.behind && first?.position === this.position + 1 && isGapless(announced)) {
      return announced;
    }
    const events = await this.store.read(this.position, PAGE);
    this.behind = events.length === PAGE;
    return events;
  }

  /** Waits for an announcement; the poll finds what another process appended. */
  private async rest(ms: number): Promise<void> {
    if (this.announced.length > 0 || this.stopped) return;
    await this.pause(ms);
    if (this.announced.length > 0 || this.stopped) return;
    this.behind = true;
    await this.rewind();
  }

  /** A crashed database may have forgotten what the consumer saved, and nothing failed meanwhile. */
  private async rewind(): Promise<void> {
    this.position = Math.min(this.position, await this.consumer.checkpoint());
  }

  private async gather(): Promise<void> {
    const ms = this.began + SPACING_MS - performance.now();
    if (ms > 0 && !this.behind) await sleep(ms);
  }

  /** Unlike a rest, not ended by announcements: a failing consumer must not spin under load. */
  private async backOff(ms: number): Promise<void> {
    const until = Date.now() + ms;
    while (!this.stopped && Date.now() < until) await this.pause(until - Date.now());
    this.announced = [];
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

const isGapless = (events: readonly StoredEvent[]): boolean =>
  events.every(
    ({ position }, index) => index === 0 || position === events[index - 1]!.position + 1,
  );
