import type { Share } from '@feusa/event-log/subscription/port';
import type { Part } from '@feusa/http/health';
import { ageOf, behind, type Lag } from '@feusa/http/lag';
import { measureLags } from '@feusa/http/measure';
import { INDEXER } from './indexer.js';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { DocumentCopier } from '@feusa/search/find/copier';
import type { Reconciler } from './reconciler.js';

/** Over all partitions that this worker has. */
function lagOf(share: Share): Lag {
  const partitions = share.partitions();
  const ages = partitions.map(({ oldest }) => (oldest ? ageOf(oldest) : 0));
  const events = partitions.reduce((sum, { lag }) => sum + lag, 0);
  return { events, seconds: Math.max(0, ...ages) };
}

/** The search index, as far as it is this worker's: its share of the log, and what comparing finds. */
export function indexPart(share: Share, reconciler: Reconciler): Part {
  return {
    name: 'search-index',
    required: false,
    check: () => reconciler.fault ?? behind(lagOf(share)),
    lag: () => lagOf(share).events,
    detail: () => `${share.partitions().length} partitions`,
  };
}

/** The copy of what documents are found by, where this worker is the one that makes it. */
export const copyPart = (copier: DocumentCopier): Part => ({
  name: 'document-index',
  required: false,
  check: () => copier.fault,
});

/** Adds what this worker knows of its share of the log; partitions of others it does not tell of. */
export function measureShare(metrics: Registry, share: Share): Registry {
  const registers = [metrics];
  const labelNames = ['partition'];
  new Gauge({
    name: 'feusa_indexer_lag_events',
    help: 'Events of a partition that are not in the search index yet',
    labelNames,
    registers,
    collect() {
      this.reset();
      for (const { partition, lag } of share.partitions()) this.set({ partition }, lag);
    },
  });
  new Gauge({
    name: 'feusa_indexer_oldest_event_seconds',
    help: 'Age of the oldest event of a partition that is not in the search index yet, 0 for none',
    labelNames,
    registers,
    collect() {
      this.reset();
      for (const { partition, oldest } of share.partitions()) {
        this.set({ partition }, oldest ? ageOf(oldest) : 0);
      }
    },
  });
  measureLags(metrics, () => Promise.resolve(new Map([[INDEXER, lagOf(share)]])));
  return metrics;
}

/** Adds what comparing the index with the log has found and repaired. */
export function measureReconciler(metrics: Registry, reconciler: Reconciler): Registry {
  new Counter({
    name: 'feusa_index_repairs_total',
    help: 'Documents of the search index that were not what the log says, and were repaired',
    labelNames: ['flaw'],
    registers: [metrics],
    collect() {
      this.reset();
      for (const [flaw, count] of Object.entries(reconciler.repaired)) this.inc({ flaw }, count);
    },
  });
  return metrics;
}
