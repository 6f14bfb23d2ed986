import type { Readable } from 'node:stream';

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
}

/** `changedAt` is in ms; a record that is missing or cannot be read leaves bytes that nobody owns. */
export interface Staged {
  readonly id: string;
  readonly record: UploadRecord | undefined;
  readonly changedAt: number;
}

/** How the taking of bytes ended; all but `too-long` keep what arrived. */
export type IntakeEnd = 'complete' | 'broken' | 'too-long' | 'too-slow' | 'released';

export type ChecksumAlgorithm = 'sha1' | 'sha256';

/** A sender that brings less than `bytes` in every `windowMs` is given up. */
export interface Pace {
  readonly windowMs: number;
  readonly bytes: number;
}

/** How many of the first bytes are kept at hand. */
export const HEAD_BYTES = 4100;

export interface TakeOptions {
  /** Where the bytes go: the present size of the upload. */
  readonly at: number;
  /** The most bytes that may come. */
  readonly limit: number;
  readonly pace: Pace;
  /** Aborting it ends the intake as `released`. */
  readonly signal: AbortSignal;
  readonly checksum?: ChecksumAlgorithm | undefined;
  /** Told of every piece that arrives, its size in bytes. */
  onBytes?(size: number): void;
}

export interface Intake {
  readonly end: IntakeEnd;
  /** Size of the upload afterwards, in bytes. */
  readonly size: number;
  /** Of the bytes of this intake, where one was asked for. */
  readonly checksum?: Buffer;
  /** The first bytes of the upload, where this intake brought them: enough to tell its type. */
  readonly head?: Buffer;
}

/** Unfinished uploads on a disk of this machine. What is written survives the end of the process. */
export interface Staging {
  find(id: string): Promise<UploadRecord | undefined>;
  save(record: UploadRecord): Promise<void>;
  /** Makes the record, and the bytes too, survive a loss of power. @throws Refusal `upload/storage-full` */
  sync(id: string, what: 'record' | 'all'): Promise<void>;
  /** Bytes that are there, 0 for none. */
  size(id: string): Promise<number>;
  /** Appends a stream. @throws Refusal `upload/storage-full`; what arrived before that is kept */
  take(id: string, source: Readable, options: TakeOptions): Promise<Intake>;
  /** Cuts the upload back to this size in bytes. */
  cut(id: string, size: number): Promise<void>;
  /** SHA-256 of all bytes, `size` in number, in hex; read again only where they came to another process. */
  sha256(id: string, size: number): Promise<string>;
  /** At most `length` bytes from `start`; from the end where `start` is negative. */
  bytes(id: string, start: number, length: number): Promise<Buffer>;
  /** The file with the bytes. */
  file(id: string): string;
  /** Removes the bytes, keeps the record. */
  discard(id: string): Promise<void>;
  /** Removes both. */
  forget(id: string): Promise<void>;
  list(): AsyncIterable<Staged>;
  /** Of the disk, in bytes. */
  space(): Promise<{ readonly free: number; readonly total: number }>;
}
