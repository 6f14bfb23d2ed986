import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '@feusa/contracts/refusals';
import type { ProgressRepository } from './progress-repository.js';
import type { Reached } from './progress.js';

/** The name of the workers that keep the search index. */
export const INDEXER = 'search-indexer';
const WAIT_MS = 2000;
const LOOK_EVERY_MS = 50;

/** How far the index has come that workers in other processes keep; asked only by those who wait. */
export function openIndexed(
  repository: Pick<ProgressRepository, 'position'>,
  partitions: number,
  refresh: () => Promise<void>,
): Reached {
  let known = 0;
  return {
    async reached(position = 0) {
      if (position === 0) return;
      const until = performance.now() + WAIT_MS;
      while (known < position) {
        known = Math.max(known, await repository.position(INDEXER, partitions));
        if (known >= position) break;
        if (performance.now() > until) throw new Refusal('still-updating');
        await sleep(LOOK_EVERY_MS);
      }
      await refresh();
    },
  };
}
