import { scaleOf, type Scale } from '../workloads.js';

export interface Sizes extends Scale {
  /** Events to catch up with, and how often. */
  readonly caughtUp: number;
  readonly rounds: number;
  /** People of each reindex, ascending. */
  readonly reindexed: readonly number[];
  /** Events for each number of workers, and how much slower each bulk request is, ms. */
  readonly worked: number;
  readonly delayMs: number;
}

export const sizesOf = (quick: boolean): Sizes => ({
  ...scaleOf(quick),
  ...(quick
    ? { caughtUp: 1000, rounds: 1, reindexed: [1000, 2000], worked: 2000 }
    : { caughtUp: 5000, rounds: 3, reindexed: [10_000, 100_000], worked: 20_000 }),
  delayMs: 400,
});
