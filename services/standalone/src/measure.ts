import type { Progress } from '@feusa/adapters/event-log/progress';
import type { StandalonePorts } from '@feusa/adapters/open-ports';
import type { ReadModel } from '@feusa/query/read-model/read-model';
import { Gauge, type Registry } from 'prom-client';

/** Adds the product's own figures: how long the log is and how far each consumer is behind it. */
export function measure(
  metrics: Registry,
  { store, indexed }: StandalonePorts,
  model: ReadModel,
): Registry {
  const registers = [metrics];
  let head = 0;
  new Gauge({
    name: 'feusa_log_position',
    help: 'Position of the newest event',
    registers,
    async collect() {
      head = (await store.head()).position;
      this.set(head);
    },
  });
  const consumers: Record<string, Progress> = {
    'read-model': model.progress,
    'search-index': indexed,
  };
  new Gauge({
    name: 'feusa_consumer_lag_events',
    help: 'Events that a consumer has not handled yet',
    labelNames: ['consumer'],
    registers,
    collect() {
      for (const [consumer, { position }] of Object.entries(consumers)) {
        this.set({ consumer }, Math.max(0, head - position));
      }
    },
  });
  return metrics;
}
