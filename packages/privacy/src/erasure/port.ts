import type { ErasedPlace } from '@feusa/contracts/certificate';

export const ERASURES = Symbol('Erasures');

/** The tables that keep something of people beside the log and what is made of it. */
export interface Erasures {
  /** Streams of the erased of whom something is left. */
  unfinished(): Promise<string[]>;
  /** Takes everything away but which photos there were; answers with their blobs. May be repeated. */
  purge(stream: string): Promise<string[]>;
  /** Forgets which photos there were, once their blobs are gone. */
  forgetPhotos(stream: string): Promise<void>;
  /** Every person and report that was erased, with the time (ISO-8601), in no order. */
  all(): Promise<Entry[]>;
  /** Looks at every table now; `reports` are the ids of those that were to go, too. */
  look(stream: string, reports: readonly string[]): Promise<ErasedPlace[]>;
  /** Positions of events of the person that were stored before fields were encrypted, and stay readable. */
  unsealed(stream: string): Promise<number[]>;
}

/** Nothing of the person: which stream was erased, and when (ISO-8601). */
export interface Entry {
  readonly stream: string;
  readonly at: string;
}

/** The erasures that were made, kept apart from the database, for restored backups. */
export interface Ledger {
  /** Each stream once, the earliest first. */
  entries(): Promise<Entry[]>;
  /** Adds those that are not in it. */
  add(entries: readonly Entry[]): Promise<void>;
}
