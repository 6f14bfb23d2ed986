import type { Share } from '@feusa/adapters/event-log/port';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Reconciler } from './reconciler.js';

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
        this.set({ partition }, oldest ? Math.max(0, Date.now() - Date.parse(oldest)) / 1000 : 0);
      }
    },
  });
  let counted = 0;
  new Counter({
    name: 'feusa_indexer_consumer_restarts_total',
    help: 'Times that the consumer was found dead or stuck and was made anew',
    registers,
    collect() {
      this.inc(share.restarts() - counted);
      counted = share.restarts();
    },
  });
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
