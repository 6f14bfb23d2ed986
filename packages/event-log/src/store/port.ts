import type { DomainEvent, EventType, StoredEvent } from '@feusa/contracts/events';
import type { FolderAccess } from '@feusa/contracts/folders';
import type { Role } from '@feusa/contracts/users';
import type { FolderNode } from '@feusa/domain/tree';
import type { RawEvent } from '@feusa/domain/upcast';
import type { LeavesNoAccount } from './absent.js';

export const EVENT_STORE = Symbol('EventStore');

/** The end of the log: the newest position (0 when empty) and its hash, 32 bytes. */
export interface Head {
  readonly position: number;
  readonly hash: Buffer;
  /** What its last event is stamped with, ISO-8601; undefined in an empty log. An append does not look at it. */
  readonly at?: string | undefined;
}

/** What a command appends; the store adds position and hash. */
export type NewEvent = DomainEvent & Omit<StoredEvent, 'position' | 'type' | 'data'>;

/** An event with its proof: the exact bytes that were hashed, and the hash in hex. */
export interface RecordedEvent {
  readonly event: StoredEvent;
  readonly bytes: string;
  readonly hash: string;
}

/** The two forms of an event: as the log has it, its personal fields encrypted, and to be read. */
export interface StoredForms {
  /**
   * Events in their newest shape; what is given is not kept as it was.
   * @throws where one of them cannot be read
   */
  decrypt(stored: readonly RawEvent[]): Promise<StoredEvent[]>;
  /** The same; one that cannot be read throws when its type or data are looked at. */
  decryptLater(stored: readonly RawEvent[]): Promise<StoredEvent[]>;
  /** What may leave for other engines. @throws where that is not known */
  storedForm(event: StoredEvent): RawEvent;
}

/** What stands at a position, taken for nothing more than it is: the bytes may be no event at all. */
export interface LogRecord {
  readonly position: number;
  readonly bytes: string;
  /** In hex. */
  readonly hash: string;
  /** The columns that lists and streams are found by. */
  readonly index: Pick<StoredEvent, 'stream' | 'version' | 'type' | 'actor' | 'at'>;
}

/** The remembered answer of a command that came with an idempotency key. */
export interface KeyedAnswer {
  readonly actor: string;
  readonly key: string;
  readonly bodyHash: string;
  readonly answer: unknown;
}

/** `createdAt` is the ISO-8601 time of the registration. */
export interface Account {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly createdAt: string;
  readonly suspended?: true;
}

/** One atomic write: every event and every answer, or nothing. */
export interface Batch {
  /** Where the decisions were made; the append fails when the log has moved on since. */
  readonly expected: Head;
  readonly events: readonly NewEvent[];
  /** Where the folders of these events lie after them: the constraint table. */
  readonly folders: ReadonlyMap<string, FolderNode>;
  readonly answers: readonly KeyedAnswer[];
}

/** Whose events, of which command, and of which that belong together; all that is said must hold. */
export interface EventFilter {
  readonly actor?: string;
  readonly commandId?: string;
  readonly correlationId?: string;
}

/** A thing that lies in a folder: its stream, and the position of its newest event. */
export interface Held {
  readonly folder: string;
  readonly stream: string;
  readonly position: number;
}

/** The same with the name that it has there. `folder` is null at the root. */
export interface NamedIn {
  readonly folder: string | null;
  readonly stream: string;
  readonly name: string;
}

/** Streams are left out whose newest event is later than a position, or of a type before a time. */
export interface TallyOf {
  readonly upTo: number;
  readonly gone: { readonly types: readonly EventType[]; readonly before: string };
}

/**
 * How many streams there are, and the sum of a number of 32 bits for each: the first ones of the SHA-256
 * of `ID:VERSION`. `later` are the ids of the streams left out that have gone on after the position.
 */
export interface LogTally {
  readonly documents: number;
  readonly seals: number;
  readonly later: readonly string[];
}

/**
 * The truth: an append-only, hash-chained sequence of events with gapless positions in commit order,
 * and the constraint tables that are written in the same transaction.
 */
export interface EventStore extends ConstraintTables {
  head(): Promise<Head>;
  /**
   * Appends durably and answers with the encrypted events, or undefined when `expected` is not the head, or
   * not any more where an event is of somebody who was erased meanwhile.
   */
  append(batch: Batch): Promise<RecordedEvent[] | undefined>;
  /**
   * Holds the log still while `decide` makes a batch, and appends it: for a writer that was too late
   * before. Others who append wait until then. `decide` may read, and must be quick.
   */
  appendUnderLock(decide: () => Promise<Batch>): Promise<RecordedEvent[]>;
  /**
   * Events after a position, ascending, at most `limit`. One that this release cannot read throws when its
   * type or data are looked at.
   */
  read(after: number, limit: number): Promise<StoredEvent[]>;
  /** As `read`, with bytes and hashes, and filtered. */
  readRecorded(after: number, limit: number, filter?: EventFilter): Promise<RecordedEvent[]>;
  /** Those at these positions, ascending; positions that the log does not have are left out. */
  readRecordedAt(positions: readonly number[]): Promise<RecordedEvent[]>;
  /** The same as it stands there, for whoever does not trust the log. */
  readRecords(after: number, limit: number): Promise<LogRecord[]>;
  /** All events of these streams, each stream in order. @throws where one of them cannot be read */
  readStreams(streams: readonly string[]): Promise<StoredEvent[]>;
  /**
   * What decisions about these files are made on: their events but for acknowledgements, which change nothing of a
   * file, and of which there are as many as there are people.
   */
  readFiles(streams: readonly string[]): Promise<FileHistory[]>;
  /**
   * The newest event of every stream of a noun, in the order of the streams' bytes; the unreadable as in
   * `read`. With a page, `limit` of them at most, of the streams after one.
   */
  readLatest(noun: string, page?: { after: string; limit: number }): Promise<StoredEvent[]>;
  /** The newest event of everybody who has no account, where it is of these types and later than `after`, in order. */
  readAbsent(types: readonly LeavesNoAccount[], after?: Date): Promise<StoredEvent[]>;
  /** Those of these streams that have an event. */
  knownStreams(streams: readonly string[]): Promise<string[]>;
  /** What each file asks to be acknowledged, up to a position, in order; not what was withdrawn. */
  readAsks(upTo: number): Promise<StoredEvent<'AcknowledgementAsked'>[]>;
  /** What this user has acknowledged, in order. */
  readAcknowledged(actor: string): Promise<StoredEvent<'FileAcknowledged'>[]>;
  /** Who has acknowledged a version of a file, in order. */
  readAcknowledgements(
    file: string,
    fileVersion: number,
  ): Promise<StoredEvent<'FileAcknowledged'>[]>;
  /** The events at these positions, in order; the unreadable as in `read`. */
  readAt(positions: readonly number[]): Promise<StoredEvent[]>;
  tallyLatest(noun: string, of: TallyOf): Promise<LogTally>;
  /**
   * The newest position at a time (ISO-8601), 0 if the log began later. Where times go back in the log, they may by as
   * much as 5,000 events take.
   */
  positionAt(time: string): Promise<number>;
}

/** Events of a file, in order, and the version that its stream has with those that are left out. */
export interface FileHistory {
  readonly stream: string;
  readonly version: number;
  readonly events: readonly StoredEvent[];
}

export interface Restricted {
  readonly id: string;
  readonly access: FolderAccess;
}

/** What is written in the same transaction, and what rules across streams are decided by. */
export interface ConstraintTables {
  /** These folders and all that they lie in. */
  folderChains(ids: readonly string[]): Promise<ReadonlyMap<string, FolderNode>>;
  /** Folders with an access of their own, removed ones too. */
  restrictedFolders(): Promise<Restricted[]>;
  /** Levels from this folder down to its deepest descendant, removed ones too; 1 for a leaf. */
  folderHeight(id: string): Promise<number>;
  /** What lies directly in these folders and is not removed. */
  heldIn(folders: readonly string[]): Promise<Held[]>;
  /** Everything with a name in these folders; null is the root. */
  namesIn(folders: readonly (string | null)[]): Promise<NamedIn[]>;
  /** What of that has one of these names, however much else lies there. */
  namedIn(places: readonly Omit<NamedIn, 'stream'>[]): Promise<NamedIn[]>;
  /** Those of these streams that were removed for good, by themselves or with a folder. */
  purged(streams: readonly string[]): Promise<ReadonlySet<string>>;
  /** Every account, in the order in which they were made. */
  accounts(): Promise<Account[]>;
  /** Those of these ids (UUIDs; others are nobody's) that are an account's, in that order, too. */
  accountsById(ids: readonly string[]): Promise<Account[]>;
  /** The same and all administrators: who may see what is open to these ids alone. */
  adminsAnd(ids: readonly string[]): Promise<Account[]>;
  accountByEmail(email: string): Promise<Account | undefined>;
  accountById(id: string): Promise<Account | undefined>;
  adminCount(): Promise<number>;
  answers(keys: readonly { actor: string; key: string }[]): Promise<KeyedAnswer[]>;
  /** Forgets answers that are older than this many days. */
  forgetAnswers(days: number): Promise<void>;
}
