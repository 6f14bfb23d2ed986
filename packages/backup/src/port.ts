import type { Head, LogRecord } from '@feusa/event-log/store/port';

/**
 * Tables that neither the log nor anything else could bring back. Those of `secret` go where keys go, and
 * come back before the events. What is in no list here follows from the events, or is forgotten on purpose: see `tables.int.spec.ts`.
 */
export const SAVED_TABLES = {
  plain: [
    ...(['transparency.checkpoints', 'transparency.cosignatures'] as const),
    ...(['transparency.witnessed', 'transparency.started_over'] as const),
    ...(['transparency.acceptances', 'transparency.successions'] as const),
    ...(['log.answers', 'personal.items', 'personal.reminders'] as const),
    ...(['access.head', 'access.entries', 'access.anchors'] as const),
  ],
  secret: [
    ...(['keys.turning', 'keys.derived', 'keys.subjects', 'keys.images', 'keys.erased'] as const),
    ...(['auth.credentials', 'auth.secrets'] as const),
    ...([
      'auth.second_factors',
      'auth.recovery_codes',
      'auth.passkeys',
      'auth.sso_subjects',
    ] as const),
  ],
} as const;

export type SavedTable = (typeof SAVED_TABLES)[keyof typeof SAVED_TABLES][number];

/** A digest of the rows of one table, in the order of their ids. */
export interface TablePrint {
  readonly table: string;
  readonly rows: number;
  /** In hex. */
  readonly sha256: string;
}

/** Tables that are written with the log, and follow from all of it. */
export const CONSTRAINT_TABLES = ['folders', 'accounts', 'purged'] as const;

/** What a read model was when everything up to a position was in it. */
export interface ReadModelPrint {
  readonly position: number;
  readonly tables: readonly TablePrint[];
}

/** The tables of a read model; `checkpoints` beside them says how far it has come. */
export interface ReadModelTables {
  readonly schema: string;
  readonly tables: readonly string[];
}

/** One moment of the database, the same until it is closed, however long others write. */
export interface Cut {
  readonly head: Head;
  /** Of the master key that everything is wrapped with, but for what a turn has wrapped by the next one. */
  readonly masterKey: string;
  /** All events, ascending, in pages. */
  records(): AsyncIterable<readonly LogRecord[]>;
  /** The names of the blobs that events refer to, ascending, each once, in pages. */
  blobs(): AsyncIterable<readonly string[]>;
  /** Rows as JSON text, in pages. */
  rows(table: SavedTable): AsyncIterable<readonly string[]>;
  constraintTables(): Promise<readonly TablePrint[]>;
  /**
   * Undefined where no read model of these tables was made yet, and where somebody was erased of whom it may
   * still tell: no replay will ever show that again.
   */
  readModel(of: ReadModelTables): Promise<ReadModelPrint | undefined>;
  close(): Promise<void>;
}

/** An empty log that is filled in one transaction: all of it is there in the end, or nothing. */
export interface Filling {
  /** The next events, with what follows from them for the constraint tables. */
  append(records: readonly LogRecord[]): Promise<void>;
  /** Rows as `Cut.rows` gave them. */
  rows(table: SavedTable, rows: readonly string[]): Promise<void>;
  commit(head: Head): Promise<void>;
  rollback(): Promise<void>;
}

/** Copies of the database, taken and brought back. */
export interface Copies {
  cut(): Promise<Cut>;
  /** Undefined where the log, or what people sign in with, is not empty. */
  fill(): Promise<Filling | undefined>;
}
