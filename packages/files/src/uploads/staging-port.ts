import type { Readable } from 'node:stream';
import type { StagedBytes } from '../blobs/port.js';

/** An upload as it is remembered beside its bytes. */
export interface UploadRecord {
  readonly id: string;
  readonly owner: string;
  /** The cleaned name of the file. */
  readonly name: string;
  /** `Upload-Metadata` as it came. */
  readonly metadata: string;
  /** Bytes in all, as announced. */
  readonly length: number;
  /** What follows this offset awaits the comparison of its checksum, and falls with the process. */
  readonly unverifiedFrom?: number;
  /** `at` is in ms. */
  readonly finished?: { readonly blob: string; readonly mediaType: string; readonly at: number };
  /** Ended by its owner; the record stays for a while, so that the id answers "gone". */
  readonly ended?: true;
  /** Which state of the upload this is, in a store that several processes share. */
  readonly revision?: string;
}

/** An upload as it was when its record was read; without a revision, as it is now. */
export type UploadState = Pick<UploadRecord, 'id' | 'revision'>;

/** Another process has changed the upload since its record was read; nothing of this one's was kept. */
export class StaleWrite extends Error {
  override readonly name = 'StaleWrite';
}

/** `changedAt` is in ms; a record that is missing or cannot be read leaves bytes that nobody owns. */
export interface Staged {
  readonly id: string;
  readonly record: UploadRecord | undefined;
  readonly changedAt: number;
}

/** How the taking of bytes ended; all but `too-long` keep what arrived. */
export type ReceiveEnd = 'complete' | 'broken' | 'too-long' | 'too-slow' | 'released';

export type ChecksumAlgorithm = 'sha1' | 'sha256';

/** A sender that brings less than `bytes` in every `windowMs` is given up. */
export interface Pace {
  readonly windowMs: number;
  readonly bytes: number;
}

/** How many of the first bytes are kept at hand. */
export const HEAD_BYTES = 4100;

export interface ReceiveOptions {
  /** Where the bytes go: the present size of the upload. */
  readonly at: number;
  /** The most bytes that may come. */
  readonly limit: number;
  readonly pace: Pace;
  /** Aborting it ends receiving as `released`. */
  readonly signal: AbortSignal;
  readonly checksum?: ChecksumAlgorithm | undefined;
  /** Notified of every piece that arrives, its size in bytes; of 0 where the store had the sender wait. */
  onBytes?(size: number): void;
  /** Carries out each write to a disk of this machine, its size in bytes; what it throws ends receiving. */
  writing?(size: number, write: () => Promise<number>): Promise<number>;
}

export interface Received {
  readonly end: ReceiveEnd;
  /** Size of the upload afterwards, in bytes. */
  readonly size: number;
  /** To go on with. */
  readonly record: UploadRecord;
  /** Of the bytes received, where one was asked for. */
  readonly checksum?: Buffer;
  /** The first bytes of the upload, where they were among those received: enough to tell its type. */
  readonly head?: Buffer;
}

/**
 * Unfinished uploads. What is written survives the end of the process. Where several processes share
 * them, whatever changes an upload takes the record as it was last read or given back, and throws
 * StaleWrite where that is no longer how the upload stands: of two writers the later one goes on, and
 * the earlier one can change nothing any more. All of it throws Refusal `unavailable` where the store
 * is away.
 */
export interface Staging {
  find(id: string): Promise<UploadRecord | undefined>;
  /** Stores a new record or the next state of one, and gives it back to go on with. @throws StaleWrite */
  save(record: UploadRecord): Promise<UploadRecord>;
  /** Makes the record survive a loss of power. @throws Refusal `upload/storage-full` */
  sync(id: string): Promise<void>;
  /** Bytes that are there, 0 for none. */
  size(upload: UploadState): Promise<number>;
  /**
   * Appends a stream, whose chunks are the store's from then on; from its beginning on no earlier writer can.
   * What arrived before a failure is kept; what is given back survives a loss of power.
   * @throws StaleWrite; Refusal `upload/storage-full`
   */
  receive(record: UploadRecord, source: Readable, options: ReceiveOptions): Promise<Received>;
  /** Cuts the upload back to this size in bytes, durably. @throws StaleWrite */
  cut(record: UploadRecord, size: number): Promise<UploadRecord>;
  /**
   * SHA-256 of all bytes, `size` in number, in hex: of those that are stored, which are read again
   * unless this process saw every one of them come.
   */
  sha256(upload: UploadState, size: number): Promise<string>;
  /** At most `length` bytes from `start`; from the end where `start` is negative. */
  bytes(upload: UploadState, start: number, length: number): Promise<Buffer>;
  /** All bytes of an upload that has them all, to become a blob. */
  staged(record: UploadRecord): Promise<StagedBytes>;
  /** Removes the bytes, keeps the record. @throws StaleWrite */
  discard(record: UploadRecord): Promise<void>;
  /**
   * Removes both; given a record, only in that state, so that nobody can go on with it. Says whether
   * there was something to remove.
   */
  forget(id: string, record?: UploadRecord): Promise<boolean>;
  list(): AsyncIterable<Staged>;
  /** Of the store, in bytes; infinite where nobody can say. */
  space(): Promise<{ readonly free: number; readonly total: number }>;
}
