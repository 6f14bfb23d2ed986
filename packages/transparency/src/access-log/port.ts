import type {
  AccessKind,
  AccessPage,
  AccessVerdict,
  AccessView,
} from '@feusa/contracts/access-log';

export const ACCESS_LOG = Symbol('AccessLog');

/** Something that somebody did or was refused. */
export interface Access {
  readonly kind: AccessKind;
  readonly user?: string | undefined;
  /** What was entered to sign in: it is kept as the account that has it, or as a mark. */
  readonly email?: string | undefined;
  /** The network address: it can be read for as long as the person is not erased. */
  readonly address?: string | undefined;
  readonly detail?: string | undefined;
  readonly files?: readonly string[] | undefined;
  readonly folder?: string | undefined;
  /** The stream of what was changed. */
  readonly about?: string | undefined;
  /** What was sent. */
  readonly bytes?: number | undefined;
  /** The moment that was looked at. */
  readonly shown?: string | undefined;
}

/** All that is said must hold. Times are ISO-8601, inclusive. */
export interface AccessFilter {
  /** One of these. */
  readonly users?: readonly string[] | undefined;
  readonly file?: string | undefined;
  readonly kind?: AccessKind | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface AccessStretch {
  /** Exclusive. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** An entry without what is called how. */
export type AccessEntry = Omit<AccessView, 'email' | 'fileNames' | 'aboutName'>;

/** Who did what, beside the event log: a chain of its own, kept for some days. */
export interface AccessLog {
  /** Entries that are older than so many days are removed. */
  readonly keptDays: number;
  /** Returns at once; it is written a moment later, in batches. What cannot be kept is counted in the chain. */
  record(access: Access): void;
  /** As `record`, but what is alike and comes in quick succession becomes one entry. */
  gather(key: string, access: Access): void;
  /** The newest first. */
  find(filter: AccessFilter, stretch: AccessStretch): Promise<AccessEntry[]>;
  /** Hashes all that is kept again, and holds it against what was signed of it. */
  verify(): Promise<AccessVerdict>;
  /** Begins to sign where the chain has come, and to remove what is old. */
  start(): void;
  /** Writes what waits. */
  close(): Promise<void>;
}

export type { AccessPage };
