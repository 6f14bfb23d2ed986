import { z } from 'zod';
import { Position } from './query-params.js';

const isFirstOrLater = (position: number) => position > 0;

/** Which event is to be proved, in the tree of which size: the newest one where it is left out. */
export const ProofQuery = z
  .strictObject({
    position: Position.refine(isFirstOrLater, { error: 'Positions begin at 1' }),
    size: Position.optional(),
  })
  .refine(({ position, size = position }) => position <= size, {
    error: 'The position lies behind this size',
    path: ['position'],
  });

/** Sizes of an older and a newer tree. */
export const ConsistencyQuery = z
  .strictObject({ from: Position, to: Position })
  .refine(({ from, to }) => from <= to, {
    error: 'The start lies behind the end',
    path: ['from'],
  });

/** The trailing line of an export: all that is needed to check it, but trust in the key. */
export interface ExportTrailer {
  /** The signed text of the newest checkpoint; null where none was ever signed. */
  readonly checkpoint: string | null;
  /** `NAME+ID+KEY`. */
  readonly key: string;
  /** The signed notes by which it took the place of other keys, the oldest first; left out where there are none. */
  readonly successions?: readonly string[];
}

/** The first line of an exported selection. */
export interface SelectionHead extends ExportTrailer {
  /** What was asked for. */
  readonly selection: Readonly<Record<string, string>>;
  /** How many events the tree has that the proofs lead to; null where nothing could be proved. */
  readonly size: string | null;
}

/** The line behind an event of an exported selection: that it is in the log of the checkpoint's size. */
export interface SelectionProof {
  readonly proof: {
    /** The event's position. */
    readonly of: string;
    /** In base64: the beginning of the inclusion proof (RFC 6962), from the leaf upwards. */
    readonly hashes: readonly string[];
    /** How many hashes at the end of the proof are those at the end of the proof of the event before. */
    readonly shared: number;
  };
}
