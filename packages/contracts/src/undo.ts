import { commandBounds, listBounds } from './bounds.js';
import { z } from 'zod';
import { OnConflict as OnNameTaken } from './on-conflict.js';
import type { EventType } from './events.js';
import { Limit, Position } from './query-params.js';
import { isStorable } from './text.js';

/** Events that one undo takes back at most. */
export const MAX_UNDONE = commandBounds.undone.value;

/** Why an event cannot be taken back, or need not be, in the words that a person reads. */
export const undoReasons = {
  undone: 'This is undone already.',
  'as-before': 'It is as it was before.',
  'account-gone': 'A deleted account cannot be restored: register it again.',
  erasure: 'An erased person cannot be restored.',
  acknowledged: 'What somebody has acknowledged stays acknowledged.',
  purged: 'It was deleted for good; its content is gone.',
  'asked-since': 'It was asked for anew since.',
  'removed-since': 'It was deleted since; restore it first.',
  answered: 'A request that was answered or withdrawn is made again by who asked.',
  invitation: 'An invitation that was accepted, renewed or withdrawn is over: invite them again.',
  'out-of-sight': 'Its folder is deleted; restore that first.',
  refused: 'The rules do not allow it now.',
  'name-taken': 'Something with this name is already there.',
  erased: 'What it held before was erased.',
  'not-allowed': 'Only an administrator may do this.',
} as const;
export type UndoReason = keyof typeof undoReasons;

/** Why an undo ended before its end, in the words that a person reads. */
export const undoStops = {
  asked: 'It was stopped. What was undone stays undone, the rest is as it was.',
  unavailable: 'The service is not available right now; look again at what is left.',
} as const;
export type UndoStopCode = keyof typeof undoStops;

/** Reasons for which nothing is left to do: they stand in nobody's way. */
export const isSettled = (reason: UndoReason): boolean =>
  reason === 'undone' || reason === 'as-before';

const text = z
  .string()
  .min(1)
  .max(listBounds.asked.value)
  .refine(isStorable, { error: 'Not an id' });
const what = {
  position: Position.optional(),
  commandId: text.optional(),
  correlationId: text.optional(),
};
type What = { readonly [K in keyof typeof what]?: unknown };
const isOne = (ask: What) =>
  [ask.position, ask.commandId, ask.correlationId].filter((each) => each !== undefined).length ===
  1;
const ONE = { error: 'Name a position, a command or a correlation' };

/**
 * What is to be undone: one event, or all that belong together; and which page of its steps. `onConflict`:
 * what is done about names that are taken, which `POST /api/undo` takes in its address, too.
 */
export const UndoParams = z
  .strictObject({
    ...what,
    before: Position.optional(),
    limit: Limit.default(100),
    onConflict: OnNameTaken.optional(),
  })
  .refine(isOne, ONE);

/**
 * What to do where somebody has changed since what the event changed: nothing at all, all but that, or put
 * the earlier values back all the same.
 */
export const OnConflict = z.enum(['stop', 'skip', 'overwrite'], { error: 'Not a way to go on' });
export type OnConflict = z.output<typeof OnConflict>;

/** `plan`: of the preview that was seen; if it would be another one by now, nothing is done. */
export const Undo = z
  .strictObject({
    ...what,
    plan: z
      .string()
      .regex(/^[0-9a-f]{64}$/, { error: 'Not a plan' })
      .optional(),
    onConflict: OnConflict.default('stop'),
  })
  .refine(isOne, ONE);
export type UndoInput = z.input<typeof Undo>;

/** `POST /api/undo/stop`: which undo, by the idempotency key that the same person sent it under. */
export const StopUndo = z.strictObject({ key: z.guid({ error: 'Not the key of an undo' }) });

/** A field that gets its earlier value back. Folders are told by name, `null` being the top or nothing. */
export interface UndoChange {
  readonly field: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** What was changed since: `was` is what the event made of it. `by` is a user's id, `at` ISO-8601 UTC. */
export interface UndoConflict {
  readonly field: string;
  readonly was: string | null;
  readonly is: string | null;
  readonly by: string | null;
  /** For administrators, as far as the account is still there. */
  readonly byEmail?: string;
  readonly at: string | null;
  readonly position: string | null;
}

/** What has the name already that something would get back; `suggestion` is one that is free. */
export interface UndoNameTaken {
  readonly id: string;
  readonly kind: 'folder' | 'file' | 'link';
  readonly name: string;
  /** The folder in which both would be. */
  readonly folderId: string | null;
  readonly suggestion: string;
}

/** What undoing one event comes to. */
export interface UndoStep {
  /** The position of the event that is undone. */
  readonly position: string;
  readonly id: string;
  readonly stream: string;
  readonly type: EventType;
  readonly at: string;
  readonly actor: string;
  /** `done`: nothing is left to do. `conflict`: can be done, but something was changed since. */
  readonly state: 'ready' | 'conflict' | 'blocked' | 'done';
  /** What the thing is called now. */
  readonly name: string;
  /** The command that compensates. */
  readonly command: string | null;
  readonly changes: readonly UndoChange[];
  readonly conflicts: readonly UndoConflict[];
  /** With `onConflict=keep-both` it gets the suggestion, with `refuse` it is blocked. */
  readonly taken: UndoNameTaken | null;
  readonly reason: { readonly code: UndoReason; readonly text: string } | null;
}

/** `GET /api/undo`: a page of the steps, newest event first. `plan` stands for all of them. */
export interface UndoPreview {
  readonly plan: string;
  readonly total: number;
  readonly counts: Readonly<Record<UndoStep['state'], number>>;
  /** How many of all steps meet a name that is taken. */
  readonly taken: number;
  readonly steps: readonly UndoStep[];
  /** `before` of the next page; null at the end. */
  readonly next: string | null;
}

/**
 * `POST /api/undo`. What was left out is told; `stopped` says why it ended too early, with `left` steps that
 * it had not come to: another undo of the same goes on with them.
 */
export interface UndoAnswer {
  /** The correlation id of the events that it appended: undoing that is to do it all again. */
  readonly id: string;
  readonly done: number;
  /** How many of each command this try has sent; fewer than `done` where an earlier one broke off. */
  readonly did: Readonly<Record<string, number>>;
  readonly total: number;
  /** The position of the newest event that it appended. */
  readonly position: string | null;
  readonly skippedCount: number;
  /** The first 1,000. */
  readonly skipped: readonly { readonly position: string; readonly text: string }[];
  readonly left: number;
  readonly stopped?: { readonly code: UndoStopCode; readonly text: string };
}

/** A line of the answer where `application/x-ndjson` is asked for; the last one has the result or a problem. */
export interface UndoProgress {
  readonly done?: number;
  readonly of?: number;
  readonly result?: UndoAnswer;
  readonly problem?: { readonly code: string; readonly detail: string };
}
