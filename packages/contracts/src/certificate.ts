import type { Mention } from './erasure.js';

/** An erasure that was made; `id` is the stream of the person. */
export interface Erasure {
  readonly id: string;
  readonly position: string;
  /** ISO-8601. */
  readonly at: string;
  readonly by: string;
}

/** One place, how much is left there, and an SQL statement that says the same. */
export interface ErasedPlace {
  readonly place: string;
  /** 0 unless something is wrong. */
  readonly left: number;
  readonly check: string;
}

/** Where a person was erased from, looked at when it is asked for. */
export interface Certificate extends Erasure {
  /** Whether nothing is left in any place, old events included. */
  readonly complete: boolean;
  readonly places: readonly ErasedPlace[];
  /** What follows from the destroyed key or from the event, and how to look. */
  readonly follows: readonly { readonly place: string; readonly check: string }[];
  /** What named the person when they were erased, for somebody to rename or remove. */
  readonly namedBy: readonly StillNamed[];
  readonly notReached: readonly string[];
}

/** A thing as it is now; `changed` since the erasure, which may be what was wanted. */
export interface StillNamed extends Omit<Mention, 'field' | 'place'> {
  readonly changed: boolean;
}
