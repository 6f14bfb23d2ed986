import type { StoredEvent } from '@feusa/contracts/events';
import type { Logger } from 'pino';
import type { EventStore } from '../store/port.js';
import { isOutage } from '@feusa/platform/unavailable';
import { errorText } from './error-text.js';
import type { BlockedStreams } from './blocked-streams.js';
import type { DeadLetter, DeadLetters, GuardedConsumer } from './port.js';
import { stopAt } from './failure.js';
import type { Mutex } from './mutex.js';

export interface RedriverOptions {
  readonly consumer: GuardedConsumer;
  readonly deadLetters: DeadLetters;
  readonly store: Pick<EventStore, 'readStreams'>;
  readonly log: Pick<Logger, 'error' | 'info'>;
  readonly blocked: BlockedStreams;
  readonly lock: Mutex;
  /** The position up to which events may be handed over: what comes later comes from the log. */
  reached(): number;
  deadLetter(event: StoredEvent, fault: unknown, tries: number): Promise<void>;
  onRedrive?(consumer: string, outcome: 'done' | 'failed'): void;
}

/** Hands streams over once more: those that are marked, and those that another process has redriven. */
export class Redriver {
  private stopped = false;

  constructor(private readonly options: RedriverOptions) {}

  stop(): void {
    this.stopped = true;
  }

  /** Never fails: what did not work is tried again with the next look. */
  async look(): Promise<void> {
    await this.attempt(async () => {
      const { blocked, deadLetters, consumer } = this.options;
      const held = blocked.streams();
      const letters = await deadLetters.list(consumer.name);
      blocked.take(letters);
      const stillBlocked = new Set(letters.map(({ stream }) => stream));
      for (const stream of held) {
        // What cannot be followed here must not keep the others back.
        if (!stillBlocked.has(stream)) await this.attempt(() => this.follow(stream));
      }
      if (letters.some(({ state }) => state === 'due')) await this.redriveDue();
    });
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    const { log, consumer } = this.options;
    try {
      await work();
    } catch (err) {
      if (!isOutage(err)) log.error({ err, consumer: consumer.name }, 'redrive failed');
    }
  }

  private async redriveDue(): Promise<void> {
    const { deadLetters, consumer, lock, reached } = this.options;
    while (!this.stopped) {
      const letter = await deadLetters.claim(consumer.name, reached());
      if (!letter) return;
      await lock.alone(() => this.redrive(letter));
    }
  }

  private async redrive(letter: DeadLetter): Promise<void> {
    const { deadLetters, blocked } = this.options;
    const { id, stream, fromVersion, position } = letter;
    const failure = await this.handAgain(stream, fromVersion, position);
    if (failure && isOutage(failure.fault)) return deadLetters.postpone(id);
    if (failure) {
      const stop = failure.event ? stopAt(failure.event, failure.fault) : letter;
      await deadLetters.failed(id, { ...stop, error: errorText(failure.fault) });
      blocked.stop(stream, stop.fromVersion, stop.position);
    } else {
      await deadLetters.succeeded(id);
      blocked.free(stream);
    }
    this.report(stream, failure?.fault);
  }

  private report(stream: string, err: unknown): void {
    const { consumer, log, onRedrive } = this.options;
    const outcome = err === undefined ? 'done' : 'failed';
    onRedrive?.(consumer.name, outcome);
    log.info({ consumer: consumer.name, stream, outcome, err }, 'stream redriven');
  }

  /** Another process has redriven the stream: here it is the turn of what was kept back here. */
  private follow(stream: string): Promise<void> {
    const { blocked, lock, deadLetter } = this.options;
    return lock.alone(async () => {
      const left = blocked.leftOut(stream);
      const failure = left === undefined ? undefined : await this.handAgain(stream, left, 0);
      if (failure && (!failure.event || isOutage(failure.fault))) throw failure.fault;
      if (failure?.event) await deadLetter(failure.event, failure.fault, 1);
      else blocked.free(stream);
    });
  }

  /** Hands over what has waited, all at once or up to the first event that fails; answers with that. */
  private async handAgain(stream: string, from: number, atLeast: number) {
    const upTo = Math.max(this.options.reached(), atLeast);
    let events: StoredEvent[] = [];
    try {
      const all = await this.options.store.readStreams([stream]);
      events = all.filter(({ version, position }) => version >= from && position <= upTo);
      if (events.length > 0) await this.hand(events);
      return undefined;
    } catch (fault) {
      if (isOutage(fault) || events.length === 0) return { fault };
    }
    for (const event of events) {
      const fault = await this.hand([event]).then(
        () => undefined,
        (reason: unknown) => reason ?? new Error('failed'),
      );
      if (fault) return { fault, event };
    }
    return undefined;
  }

  /** A position of 0 leaves the checkpoint where it is. */
  private hand(events: readonly StoredEvent[]): Promise<void> {
    const { consumer } = this.options;
    return consumer.redrive?.(events) ?? consumer.handle(events, 0);
  }
}
