import type { StoredEvent } from '@feusa/contracts/events';

export const EVENT_LOG = Symbol('EventLog');

/** Someone who follows the log. Batches come one at a time, in the order of each stream. */
export interface Consumer {
  readonly name: string;
  /** The position up to which everything has been handled; asked at the start, when idle and after a failure. */
  checkpoint(): Promise<number>;
  /** Handles a batch and saves the checkpoint with it. A failure is tried again with the same batch. */
  handle(events: readonly StoredEvent[]): Promise<void>;
}

/** How events reach those who follow the log. */
export interface EventLog {
  /** Answers once the consumer has said where it begins. */
  follow(consumer: Consumer): Promise<void>;
  /** Says that these events were just appended; a hint only, nothing is lost without it. */
  announce(events: readonly StoredEvent[]): void;
  close(): Promise<void>;
}
