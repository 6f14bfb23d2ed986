import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredEvent } from '@feusa/contracts/events';
import type { Logger } from 'pino';
import type { Consumer } from '../subscription/port.js';
import type { EventStore } from '../store/port.js';
import { isOutage } from '@feusa/platform/unavailable';
import { BlockedStreams } from './blocked-streams.js';
import { Bisection } from './bisection.js';
import type { DeadLetters, Guard, GuardedConsumer } from './port.js';
import { Redriver } from './redriver.js';
import { stopAt } from './failure.js';
import { Mutex } from './mutex.js';

const POLL_MS = 1500;
/** Where events come without a checkpoint, all that the store has may be handed over. */
const ANYWHERE = Number.MAX_SAFE_INTEGER;

export interface DeadLetterOptions {
  readonly deadLetters: DeadLetters;
  readonly store: Pick<EventStore, 'readStreams'>;
  readonly log: Pick<Logger, 'error' | 'info'>;
  /** Notified of every redrive that this process has tried. */
  onRedrive?(consumer: string, outcome: 'done' | 'failed'): void;
  /** What is marked to be tried again is left to other processes, which have the consumer's own tables. */
  readonly leavesRedrives?: boolean;
  /** For tests, which do not wait. */
  pause?(ms: number): Promise<void>;
}

/** A consumer in whose way no single event can stand. */
export interface DeadLetteringConsumer extends Consumer {
  /** For events that come another way than the log, for example where an index is compared and mended. */
  readonly guard: Guard;
  /** Carries out what is marked, now; it is done every 1.5 s from the first event or checkpoint on. */
  poll(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Blocks streams: an event that a consumer cannot handle is tried five times within 1.5 s, then its stream
 * waits in the log, in order, until somebody has it tried again; all others flow. Batches of different
 * streams may be handled at once. Outages, and a consumer to which everything fails, are thrown on.
 */
export const withDeadLetters = (
  consumer: GuardedConsumer,
  options: DeadLetterOptions,
): DeadLetteringConsumer => new DeadLettering(consumer, options);

class DeadLettering implements DeadLetteringConsumer {
  readonly name: string;
  readonly spacingMs: number | undefined;
  private readonly blocked = new BlockedStreams();
  private readonly lock = new Mutex();
  private readonly failing = new Set<string>();
  private readonly redriver: Redriver;
  /** How far this process has come; undefined where its events come without a checkpoint. */
  private reached: number | undefined;
  private begun: Promise<void> | undefined;
  private polling: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(
    private readonly consumer: GuardedConsumer,
    private readonly options: DeadLetterOptions,
  ) {
    this.name = consumer.name;
    this.spacingMs = consumer.spacingMs;
    this.redriver = new Redriver({
      ...options,
      consumer,
      blocked: this.blocked,
      lock: this.lock,
      reached: () => this.reached ?? ANYWHERE,
      deadLetter: (...given) => this.deadLetter(...given),
    });
  }

  async checkpoint(): Promise<number> {
    await this.begin();
    return this.lock.together(async () => {
      const position = await this.consumer.checkpoint(this.guard);
      if (this.reached === undefined) this.blocked.beganAt(position);
      this.reached = Math.max(this.reached ?? 0, position);
      return position;
    });
  }

  async handle(events: readonly StoredEvent[]): Promise<void> {
    await this.begin();
    await this.lock.together(async () => {
      await this.guard(events, (some, upTo) => this.consumer.handle(some, upTo));
      const position = events.at(-1)?.position ?? 0;
      if (this.reached !== undefined) this.reached = Math.max(this.reached, position);
    });
  }

  expect(streams: readonly string[]): void {
    this.consumer.expect?.(streams);
  }

  readonly guard: Guard = async (events, handle) => {
    const upTo = events.at(-1)?.position ?? 0;
    const passed = this.blocked.pass(events);
    try {
      await handle(passed, upTo);
      if (passed.length > 0) this.failing.clear();
    } catch (fault) {
      if (isOutage(fault) || passed.length === 0) throw fault;
      const isolation = new Bisection({
        handle,
        giveUp: (...given) => this.deadLetter(...given),
        pause: this.options.pause ?? sleep,
        failing: this.failing,
      });
      await isolation.run(passed, fault, upTo);
    }
  };

  poll(): Promise<void> {
    this.polling = this.polling.then(() => this.redriver.look());
    return this.polling;
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    this.redriver.stop();
    await this.polling;
  }

  /** Asked before anything is handled: what another process has blocked must not pass here. */
  private begin(): Promise<void> {
    this.begun ??= this.options.deadLetters.list(this.name).then(
      (letters) => {
        this.blocked.take(letters);
        if (!this.options.leavesRedrives) this.pollLater();
      },
      (fault: unknown) => {
        this.begun = undefined;
        throw fault;
      },
    );
    return this.begun;
  }

  private pollLater(): void {
    if (this.closed) return;
    this.timer = setTimeout(() => void this.poll().finally(() => this.pollLater()), POLL_MS);
    this.timer.unref();
  }

  private async deadLetter(event: StoredEvent, fault: unknown, tries: number): Promise<void> {
    const { deadLetters, log } = this.options;
    const { stream, version, position } = event;
    await deadLetters.add({ ...stopAt(event, fault), consumer: this.name, tries });
    this.blocked.stop(stream, version, position);
    log.error({ err: fault, consumer: this.name, stream, version, position }, 'stream blocked');
  }
}
