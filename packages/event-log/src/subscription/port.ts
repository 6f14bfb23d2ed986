import type { StoredEvent } from '@feusa/contracts/events';

export const EVENT_LOG = Symbol('EventLog');

/** Someone who follows the log. Batches come one at a time, in the order of each stream. */
export interface Consumer {
  readonly name: string;
  /** How far apart batches begin at least, ms; for what people seldom wait for. */
  readonly spacingMs?: number | undefined;
  /** The position up to which everything has been handled; asked at the start, when idle and after a failure. */
  checkpoint(): Promise<number>;
  /** Handles a batch and saves the checkpoint with it. A failure is tried again with the same batch. */
  handle(events: readonly StoredEvent[]): Promise<void>;
  /** Something of these streams may be appended in a moment; a hint, so that what it needs is read meanwhile. */
  expect?(streams: readonly string[]): void;
}

/** How a consumer of this process is that follows the log. */
export interface SubscriptionState {
  readonly consumer: string;
  /** Everything up to here is handled; 0 before it has begun. */
  readonly position: number;
  /** What is wrong with its latest batch, in a few words; undefined where all is well. */
  readonly fault: string | undefined;
}

/** How events reach those who follow the log. */
export interface EventLog {
  /** Answers once the consumer has said where it begins. */
  subscribe(consumer: Consumer): Promise<void>;
  /** Says that these events were just appended; a hint only, nothing is lost without it. */
  publish(events: readonly StoredEvent[]): void;
  /** Says that something of these streams may be appended next, where the consumers are in this process. */
  expect?(streams: readonly string[]): void;
  subscriptions(): readonly SubscriptionState[];
  close(): Promise<void>;
}

/** What one partition of a shared log has come to in the worker that has it. Lag in events. */
export interface PartitionState {
  readonly partition: number;
  readonly lag: number;
  /** When the oldest event was appended that is not handled yet, ISO-8601; undefined where none waits. */
  readonly oldest: string | undefined;
}

/** A part that works on its own and tells how it is. */
export interface Running {
  /** Undefined where all is well, else what is wrong, in a few words. */
  state(): string | undefined;
  close(): Promise<void>;
}

/** A worker's share of the log. */
export interface Share extends Running {
  partitions(): readonly PartitionState[];
}

/** This process's part in relaying. */
export interface Relaying extends Running {
  /** Whether this is the process that relays. */
  leads(): boolean;
  /** Everything up to here has been sent, by whichever process. */
  position(): Promise<number>;
}

/** An event log between processes. */
export interface SharedLog extends EventLog {
  /** Takes part in the election of the one relay, which brings what is appended to everybody. */
  relay(): Relaying;
  /**
   * Takes a share of the log as one of the consumer's workers, under the consumer's name: each stream
   * goes to one worker, in order. The group remembers its place; `checkpoint` is not asked.
   */
  share(consumer: Consumer): Share;
  state(): string | undefined;
}
