import type { Consumer } from '../subscription/port.js';
import type { Reached } from '../subscription/progress.js';

export const AUDIT_TRAIL = Symbol('AuditTrail');

/** Which events; all that is said must hold. `from` and `to` are ISO-8601, inclusive. */
export interface TrailFilter {
  readonly type?: string;
  readonly stream?: string;
  readonly actor?: string;
  readonly correlation?: string;
  readonly from?: string;
  readonly to?: string;
  /** Ids of people: what they did as users, and what happened to them as users or employees. */
  readonly people?: readonly string[];
  /** Every word must begin one of the event's, or one of its thing's name. */
  readonly text?: string;
}

/** A stretch of the log, both ends exclusive, and from which of them at most how many events. */
export interface Stretch {
  readonly after?: number | undefined;
  readonly before?: number | undefined;
  readonly newestFirst: boolean;
  readonly limit: number;
}

/**
 * What the log can be searched by: a projection beside it that may be thrown away. Where it was tampered
 * with, events are not found; what is found comes from the log itself.
 */
export interface AuditTrail extends Reached {
  /** To be fed with the log, by one process or by several at once. */
  readonly recorder: Consumer;
  /** Makes the tables where they are missing or of another shape. */
  prepare(): Promise<void>;
  /** The positions of the events that are like that. */
  find(filter: TrailFilter, stretch: Stretch): Promise<number[]>;
  /** What things are called now, or were called last, by stream. */
  names(streams: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Ids of people whose name or e-mail address has words that begin so, at most `limit`; where there are as
   * many, only of those who are called exactly that, if there are any.
   */
  people(text: string, limit: number): Promise<string[]>;
  /**
   * Streams with an event that has all words of one of these texts, and error reports by this user;
   * recorded up to a position.
   */
  mentioning(
    texts: readonly string[],
    reporter?: string,
  ): Promise<{ streams: string[]; upTo: number }>;
  /** Calls back with the position up to which events have been recorded. */
  onRecorded(listener: (position: number) => void): void;
}
