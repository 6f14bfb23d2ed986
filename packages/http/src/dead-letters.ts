import type { DeadLetters } from '@feusa/event-log/dead-letters/port';
import { Counter, Gauge, type Registry } from 'prom-client';

const REDRIVES = 'feusa_dead_letter_redrives_total';

/**
 * Adds figures on dead letters, the same ones in every process, and answers with the way to count the
 * redrives of this one. May be asked more than once for the same registry.
 */
export function measureDeadLetters(metrics: Registry, deadLetters: DeadLetters) {
  const registers = [metrics];
  const known = metrics.getSingleMetric(REDRIVES) as Counter<'consumer' | 'outcome'> | undefined;
  const redrives = known ?? newCounter(metrics);
  if (!known) {
    new Gauge({
      name: 'feusa_dead_letters',
      help: 'Streams that wait because a consumer cannot handle one of their events',
      labelNames: ['consumer', 'state'],
      registers,
      async collect() {
        const counts = await deadLetters.counts().catch(() => []);
        this.reset();
        for (const { consumer, state, count } of counts) this.set({ consumer, state }, count);
      },
    });
  }
  return (consumer: string, outcome: 'done' | 'failed') => redrives.inc({ consumer, outcome });
}

const newCounter = (metrics: Registry) =>
  new Counter({
    name: REDRIVES,
    help: 'Redrives that this process has tried',
    labelNames: ['consumer', 'outcome'],
    registers: [metrics],
  });
