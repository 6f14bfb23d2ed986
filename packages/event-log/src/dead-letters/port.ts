import type { DeadLetterActionView, DeadLetterView } from '@feusa/contracts/operations';
import type { StoredEvent } from '@feusa/contracts/events';

export const DEAD_LETTERS = Symbol('DeadLetters');

/** A stream that is blocked for a consumer, from the event on that it cannot handle. */
export interface DeadLetter extends Omit<DeadLetterView, 'position'> {
  readonly position: number;
}

/** Where a stream stops, and why: short, without personal data. */
export type Failure = Pick<
  DeadLetter,
  'stream' | 'fromVersion' | 'position' | 'eventId' | 'eventType' | 'error'
>;

/** What is newly blocked; `tries` counts how often the event was handed over in vain. */
export type NewDeadLetter = Failure & Pick<DeadLetter, 'consumer' | 'tries'>;

/** `by` here is a user's id, or where else it came from. */
export type DeadLetterAction = DeadLetterActionView;

export interface RedriveRequest {
  readonly by: string;
  readonly perMinute: number;
  /** Also streams that are quarantined or given up. */
  readonly force: boolean;
}

/** A stream that is going to be tried again at this time (ISO-8601). */
export interface Scheduled {
  readonly id: number;
  readonly dueAt: string;
}

/** How many streams there are of a consumer in a state. */
export interface LetterCount extends Pick<DeadLetter, 'consumer' | 'state'> {
  readonly count: number;
}

/**
 * Which streams wait for which consumers. No event is kept here: the log has them all. Shared by every
 * process; a consumer's name stands for all processes that run it.
 */
export interface DeadLetters {
  /** Ascending by id, of one consumer or of all. */
  list(consumer?: string): Promise<DeadLetter[]>;
  /** So many of all: those that are not given up, then those that are; each ascending by id. */
  first(limit: number): Promise<DeadLetter[]>;
  find(id: number): Promise<DeadLetter | undefined>;
  counts(): Promise<LetterCount[]>;
  /** Where the stream is blocked already it stays as it is, unless it now stops at an earlier event. */
  add(letter: NewDeadLetter): Promise<void>;

  /**
   * Marks streams to be tried again, in the order of the log and at most so many a minute, after all that
   * is marked already. Answers with those that it marked: none that are due, and without force none
   * that are quarantined or given up.
   */
  redrive(ids: readonly number[], order: RedriveRequest): Promise<Scheduled[]>;
  /** Gives a stream up for its consumer. False where it is not there or given up already. */
  discard(id: number, by: string, reason: string): Promise<boolean>;

  /**
   * Takes the next stream whose turn has come, for 30 s; others then get another one. `reached` is how
   * far the process has come in the log: one that is not there yet gets the stream 10 s later.
   */
  claim(consumer: string, reached: number): Promise<DeadLetter | undefined>;
  /** The claimed stream is handled up to its end: it is blocked no longer. */
  succeeded(id: number): Promise<void>;
  /** Notes where it stops now; after three such redrives it is quarantined. */
  failed(id: number, stop: Failure): Promise<void>;
  /** Nothing was learnt, as an engine was away: to be tried again in a moment. */
  postpone(id: number): Promise<void>;

  /** What was done about dead letters, newest first: about one, or the last `limit`. */
  actions(
    of: { readonly letter: number } | { readonly limit: number },
  ): Promise<DeadLetterAction[]>;
}

/**
 * Hands events on to `handle` without those of blocked streams, and blocks the stream of one that cannot be
 * handled; `upTo` is the position that everything has been handled up to afterwards.
 */
export type Guard = (
  events: readonly StoredEvent[],
  handle: (events: readonly StoredEvent[], upTo: number) => Promise<void>,
) => Promise<void>;

/** A consumer of the log whose streams can be blocked. What it handles may come a second time. */
export interface GuardedConsumer {
  readonly name: string;
  /** As of any consumer. */
  readonly spacingMs?: number;
  /** May fill up from elsewhere than the log; events that stand for what it takes go through the guard. */
  checkpoint(guard: Guard): Promise<number>;
  /**
   * Handles events, maybe none, and saves `upTo` as the checkpoint unless that is further already:
   * less or more than the last position, where events were left out.
   */
  handle(events: readonly StoredEvent[], upTo?: number): Promise<void>;
  /** Handles events of one stream that were left out before; without it `handle` gets them. */
  redrive?(events: readonly StoredEvent[]): Promise<void>;
  expect?(streams: readonly string[]): void;
}
