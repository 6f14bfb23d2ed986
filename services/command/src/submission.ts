import type { OnConflict } from '@feusa/contracts/on-conflict';
import type { Command } from '@feusa/domain/decider';
import type { SpanIds } from '@feusa/platform/telemetry/trace-ids';
import type { Actor } from './feature.js';

/**
 * What a command is held to that takes an earlier event back. Nothing of it comes from outside.
 * `version`: of its stream, as it was looked at; `held`: how many things its folder holds; `prepared`: from
 * the log, in place of what preparing the command would find.
 */
export interface Compensates {
  readonly undoes: string;
  readonly version: number;
  readonly held?: number;
  readonly prepared?: unknown;
}

/** An idempotency key of the actor, and what came with it: by the newest secret, and by others that still count. */
export interface KeyedBody {
  readonly key: string;
  readonly bodyHash: string;
  readonly otherHashes?: readonly string[];
}

export const isSameBody = (known: string, { bodyHash, otherHashes = [] }: KeyedBody): boolean =>
  known === bodyHash || otherHashes.includes(known);

/** A command on its way. */
export interface Submission {
  readonly command: Command;
  readonly by: Actor;
  /** What the command is about, where its body cannot say. */
  readonly target?: string | undefined;
  readonly correlationId: string;
  /** What it is a part of where it is traced: at first the span of the request, then that of the command. */
  readonly spanIds?: SpanIds | undefined;
  readonly key?: KeyedBody;
  /** Without it equal names are no conflict. */
  readonly onConflict?: OnConflict | undefined;
  readonly compensates?: Compensates;
}
