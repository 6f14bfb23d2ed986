import type { Readable } from 'node:stream';

export const BLOBS = Symbol('Blobs');

/** Inclusive byte range. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Content-addressed bytes; a blob's name is the SHA-256 of its bytes in hex. */
export interface Blobs {
  /** Moves a finished file of this machine into the store, durably; the same bytes are stored once. */
  adopt(file: string, sha256: string): Promise<void>;
  /** Size in bytes, undefined where there is no such blob. */
  size(sha256: string): Promise<number | undefined>;
  read(sha256: string, range?: ByteRange): Promise<Readable>;
  /** Names of all blobs with the time (ms) of their last adoption, for the sweep. */
  list(): AsyncIterable<{ readonly sha256: string; readonly adoptedAt: number }>;
  remove(sha256: string): Promise<void>;
}
