import type { ErasedPlace } from '@feusa/contracts/certificate';

export const ERASURES = Symbol('Erasures');

/** The tables that keep something of people beside the log and what is made of it. */
export interface Erasures {
  /** Streams of the erased of whom something is left. */
  unfinished(): Promise<string[]>;
  /** Takes everything away; answers with the blobs of the person's photos. May be repeated. */
  purge(stream: string): Promise<string[]>;
  isErased(stream: string): Promise<boolean>;
  /** Looks at every table now. */
  look(stream: string): Promise<ErasedPlace[]>;
  /** Positions of events of the person that were stored before fields were sealed, and stay readable. */
  unsealed(stream: string): Promise<number[]>;
}

/** The erasures that were made, kept in a file beside the database, for restored backups. */
export interface Ledger {
  streams(): Promise<string[]>;
  add(stream: string, at: string): Promise<void>;
}
