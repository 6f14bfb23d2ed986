import type { Consumer } from '@feusa/event-log/subscription/port';
import type { Reached } from '@feusa/event-log/subscription/progress';
import type { LogKey } from './checkpoint.js';
import type { Range, TreeHead } from './merkle.js';

export const TRANSPARENT_LOG = Symbol('TransparentLog');

/** A checkpoint with its signed text. */
export interface Signed extends TreeHead {
  readonly note: string;
}

/** That an event is in a tree; hashes of 32 bytes, the proof from the leaf upwards. */
export interface EventProof {
  readonly leafHash: Buffer;
  readonly proof: readonly Buffer[];
}

/**
 * A Merkle tree (RFC 6962) over the exact bytes of all events: the event at position n is leaf n - 1.
 * Whatever does not fit what was signed before is refused with `audit/contradiction`.
 */
export interface TransparentLog extends Reached {
  /** `NAME+ID+KEY` of the key that signs here. Another one than the log's own signs nothing. */
  readonly key: string;
  /** By which auditors check signatures: `NAME+ID+KEY` of the log's own key, as the database has it. */
  logKey(): Promise<string>;
  /** The signed notes by which that key took the place of others, the oldest first. */
  successions(): Promise<readonly string[]>;
  /** That key, and all that the log ever had before it. */
  keysBefore(): Promise<readonly LogKey[]>;
  /** By which auditors check the signatures of its witnesses. */
  readonly witnesses: readonly string[];
  /** To be fed with the log, by one process or by several at once. */
  readonly maintainer: Consumer;
  /** How many events are in the tree. @throws Refusal `audit/contradiction` where the log has fewer */
  size(): Promise<number>;
  /**
   * Signs the tree of this size, which was reached.
   * @throws Refusal `audit/contradiction` where it is not proved consistent with what was signed last
   */
  checkpoint(size: number): Promise<Signed>;
  /** Keeps a witness's signature line over what was signed here; it was checked. */
  cosigned(signed: Signed, witness: string, line: string): Promise<void>;
  /** What was signed of sizes after one, up to another one, ascending. */
  signed(after: number, upTo: number): Promise<Signed[]>;
  lastSigned(): Promise<Signed | undefined>;
  /** What was signed of sizes below one, the newest first, at most `limit`. */
  earlier(before: number, limit: number): Promise<Signed[]>;
  /** That the event at a position is in the tree of a size, both reached, as it is stored now. */
  inclusion(position: number, size: number): Promise<EventProof>;
  /** The roots of subtrees, by the tiles; for proofs of many events at once. */
  subtrees(ranges: readonly Range[]): Promise<readonly Buffer[]>;
  /** That the tree of one size is the beginning of that of another one, reached too. */
  consistency(from: number, to: number): Promise<readonly Buffer[]>;
  /** The leaves that tiles hold behind a position, at most `limit`; for whoever hashes the log anew. */
  leaves(after: number, limit: number): Promise<Buffer[]>;
  /** The root that follows from the tiles. */
  root(size: number): Promise<Buffer>;
}
