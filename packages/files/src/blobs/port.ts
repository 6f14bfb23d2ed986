import type { Readable, Writable } from 'node:stream';

export const BLOBS = Symbol('Blobs');

/** Inclusive byte range. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** The bytes of a blob that should be there are not: a fault of the store, never a business "no". */
export class MissingBlob extends Error {
  constructor(readonly sha256: string) {
    super(`blob ${sha256} is missing`);
  }
}

/**
 * Bytes that are to become a blob. Where they lie in a place that a store can take them over from, it
 * need not read them: `file` is a path on this machine, `objects` are keys of a bucket, in order.
 */
export interface StagedBytes {
  /** In bytes. */
  readonly size: number;
  readonly file?: string;
  /** The file was written and made durable just now. */
  readonly isDurable?: boolean;
  readonly objects?: { readonly bucket: string; readonly keys: readonly string[] };
  read(): Promise<Readable>;
}

/** Staged bytes are not there any more: whoever owns them, in another process perhaps, removed them. */
export class StagedBytesGone extends Error {
  override readonly name = 'StagedBytesGone';
}

/** Content-addressed bytes; a blob's name is the SHA-256 of its bytes in lower-case hex. */
export interface Blobs {
  /**
   * Makes a blob of staged bytes, durably; the same bytes are stored once. Says whether it has taken the
   * staged file away; whatever is left of the staged bytes is for their owner to remove.
   * @throws StagedBytesGone; Refusal `upload/storage-full`, `unavailable`
   */
  adopt(staged: StagedBytes, sha256: string): Promise<boolean>;
  /** Size in bytes, undefined where there is no such blob. @throws Refusal `unavailable` */
  size(sha256: string): Promise<number | undefined>;
  /** @throws MissingBlob; Refusal `unavailable` */
  read(sha256: string, range?: ByteRange): Promise<Readable>;
  /**
   * Writes the bytes into the stream that `begin` gives once they are there, as fast as that takes them, without
   * ending it. It must be done with bytes once it has acknowledged their write, as a socket is: their buffer is used again.
   * Answers false where the other side went away before it had everything.
   * @throws MissingBlob; Refusal `unavailable`
   */
  pipe(sha256: string, begin: () => Writable, range?: ByteRange): Promise<boolean>;
  /** Names of all blobs with the time (ms) of their last adoption, for the sweep. */
  list(): AsyncIterable<{ readonly sha256: string; readonly adoptedAt: number }>;
  /** Removes a blob; given a time (ms), only one that was not adopted since. Says whether it did. */
  remove(sha256: string, unlessAdoptedSince?: number): Promise<boolean>;
}
