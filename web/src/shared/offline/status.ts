import { createStore } from '../store.js';

/** When what is shown was fetched, in ms; undefined where it comes from the server now. */
export const shownFrom = createStore<number | undefined>(undefined);

/** The ids of the documents whose bytes are on this device. */
export const keptFiles = createStore<ReadonlySet<string>>(new Set());

export interface WaitingCounts {
  readonly waiting: number;
  /** Refused, or in conflict: somebody has to look. */
  readonly failed: number;
}
export const waitingCounts = createStore<WaitingCounts>({ waiting: 0, failed: 0 });

let claiming: Promise<unknown> = Promise.resolve();
/** Until this device keeps nothing of anybody else. */
export const claimed = (): Promise<unknown> => claiming;
export function claimBy(work: Promise<void>): Promise<void> {
  claiming = work;
  return work;
}

/** How often what this person may see has changed while the app was open. */
export const accessChanges = createStore(0);
