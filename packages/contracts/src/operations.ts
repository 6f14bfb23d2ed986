import { commandBounds } from './bounds.js';
import { z } from 'zod';
import { line } from './text.js';

/** Streams that a minute's redrives may try at most, unless somebody says otherwise. */
export const REDRIVES_A_MINUTE = 60;

export const Redrive = z.strictObject({ force: z.boolean().default(false) });
export const Discard = z.strictObject({
  reason: line({ required: 'Required', max: commandBounds.reason.value }),
});

/**
 * `blocked`: waits for somebody; `due`: is tried again as soon as its turn comes; `quarantined`: was tried
 * again too often in vain; `discarded`: given up.
 */
export type DeadLetterState = 'blocked' | 'due' | 'quarantined' | 'discarded';

/**
 * A stream that waits in the log, in order, because a consumer cannot handle one of its events: which one
 * it is (`eventId` and so on), how often that was tried and what went wrong. Times are ISO-8601 UTC.
 */
export interface DeadLetterView {
  readonly id: number;
  readonly consumer: string;
  readonly stream: string;
  readonly fromVersion: number;
  readonly position: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly error: string;
  readonly tries: number;
  readonly blockedAt: string;
  /** Redrives that were tried in vain. */
  readonly redrives: number;
  readonly state: DeadLetterState;
  /** When its turn to be tried again comes, while it is `due`. */
  readonly dueAt: string | null;
}

/** What somebody did about a dead letter; `by` is an e-mail address, or where it came from. */
export interface DeadLetterActionView {
  readonly id: number;
  readonly letter: number;
  readonly consumer: string;
  readonly stream: string;
  readonly kind: 'redrive' | 'discard';
  readonly by: string;
  readonly at: string;
  /** Why it was given up, or why the redrive failed. */
  readonly note: string | null;
  /** Null while it is under way. */
  readonly outcome: 'done' | 'failed' | 'dropped' | null;
}

/** A part of the product; `state` is `ok` or says what is wrong, `lag` counts events not handled yet. */
export interface PartView {
  readonly name: string;
  readonly required: boolean;
  readonly state: string;
  readonly lag: number | null;
}

/** `GET /api/operations`: the first 500 dead letters, those given up last, and the last 50 actions. */
export interface OperationsView {
  readonly parts: readonly PartView[];
  readonly deadLetters: readonly DeadLetterView[];
  /** Dead letters in all, without those given up. */
  readonly waiting: number;
  readonly actions: readonly DeadLetterActionView[];
}
