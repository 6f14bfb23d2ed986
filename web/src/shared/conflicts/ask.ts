import { createStore, useStore } from '../store.js';

export type ConflictKind = 'folder' | 'file' | 'link' | 'employee';
export type Choice = 'both' | 'replace' | 'skip';
type ConflictAnswer = Choice | 'cancel';

/** Something is to come where another of its name is already. */
export interface Conflict {
  /** What is asked about together, and may be answered together. */
  readonly group: string;
  readonly name: string;
  /** What is there, and what a person knows it by beside its name. */
  readonly existing: { readonly id: string; readonly kind: ConflictKind };
  readonly folderId?: string | null | undefined;
  readonly mine: readonly string[];
  /** The name that keeping both would lead to. */
  readonly suggestion?: string | undefined;
  readonly canReplace: boolean;
}

interface PendingConflict extends Conflict {
  readonly answer: (answer: ConflictAnswer) => void;
}

/** Nobody wants it any more, now that they know of the other. */
export class Cancelled extends Error {}

const pending = createStore<readonly PendingConflict[]>([]);
const forAll = new Map<string, ConflictAnswer>();

const fits = (answer: ConflictAnswer, { canReplace }: Conflict) =>
  answer !== 'replace' || canReplace;

/** Asks the person, once for all of a group where they say so. */
export function askHowToResolve(conflict: Conflict): Promise<ConflictAnswer> {
  const known = forAll.get(conflict.group);
  if (known !== undefined && fits(known, conflict)) return Promise.resolve(known);
  return new Promise((answer) => pending.set([...pending.get(), { ...conflict, answer }]));
}

export function answer(conflict: PendingConflict, given: ConflictAnswer, isForAll: boolean): void {
  if (isForAll) forAll.set(conflict.group, given);
  const isAnswered = (each: PendingConflict) =>
    each === conflict || (isForAll && each.group === conflict.group && fits(given, each));
  const answered = pending.get().filter(isAnswered);
  pending.set(pending.get().filter((each) => !isAnswered(each)));
  for (const each of answered) each.answer(given);
}

export const usePendingConflicts = (): readonly PendingConflict[] => useStore(pending);
