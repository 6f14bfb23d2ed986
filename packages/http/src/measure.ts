import type { EventLog, Relaying } from '@feusa/event-log/subscription/port';
import type { Publishing } from '@feusa/transparency/publishing/port';
import type { Ports } from '@feusa/profiles/ports';
import { Gauge, type Registry } from 'prom-client';
import { stateOf, type Part } from './health.js';
import { lagAt, type Lag, type Log } from './lag.js';

interface Figure {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
}

/** A figure that is found out when it is asked for; nothing is shown where that fails. */
function gauge(metrics: Registry, figure: Figure, find: (gauge: Gauge) => Promise<void>): void {
  const { name, help, labelNames = [] } = figure;
  new Gauge({
    ...{ name, help, labelNames },
    registers: [metrics],
    async collect() {
      if (labelNames.length > 0) this.reset();
      else this.remove();
      await find(this).catch(() => undefined);
    },
  });
}

const LAG = {
  name: 'feusa_consumer_lag_events',
  help: 'Events that a consumer has not handled yet',
};
const AGE = {
  name: 'feusa_consumer_oldest_event_seconds',
  help: 'Age of the oldest event that a consumer has not handled yet, 0 for none',
};

/** Adds how far the consumers of this process are behind the log. */
export function measureLags(
  metrics: Registry,
  lags: () => Promise<ReadonlyMap<string, Lag>>,
): void {
  const labelNames = ['consumer'];
  gauge(metrics, { ...LAG, labelNames }, async (figure) => {
    for (const [consumer, { events }] of await lags()) figure.set({ consumer }, events);
  });
  gauge(metrics, { ...AGE, labelNames }, async (figure) => {
    for (const [consumer, { seconds }] of await lags()) figure.set({ consumer }, seconds);
  });
}

/** Adds how long the log is, and how far those who follow it here have come. */
export function measureLog(
  metrics: Registry,
  { eventLog, store }: { eventLog: Pick<EventLog, 'subscriptions'>; store: Log },
): void {
  const position = { name: 'feusa_log_position', help: 'Position of the newest event' };
  gauge(metrics, position, async (figure) => figure.set((await store.head()).position));
  measureLags(metrics, async () => {
    const all = eventLog.subscriptions().map(async (each): Promise<[string, Lag]> => {
      return [each.consumer, await lagAt(each.position, store)];
    });
    return new Map(await Promise.all(all));
  });
}

/** Adds whether this process relays the log to Kafka, and up to where the log is relayed. */
export function measureRelay(metrics: Registry, relay: Relaying): void {
  const leads = { name: 'feusa_relay_leads', help: '1 in the process that relays the log, else 0' };
  gauge(metrics, leads, async (figure) => figure.set(relay.leads() ? 1 : 0));
  const position = {
    name: 'feusa_relay_position',
    help: 'Position up to which the log is relayed',
  };
  gauge(metrics, position, async (figure) => figure.set(await relay.position()));
}

/** Adds since when each place outside has not taken what it was sent. */
export function measureDeliveries(metrics: Registry, publishing: Publishing): void {
  const failing = {
    name: 'feusa_checkpoint_undelivered_seconds',
    help: 'Since when a place outside has taken no checkpoint, 0 where all is well',
    labelNames: ['target'],
  };
  gauge(metrics, failing, async (figure) => {
    for (const { target, failing } of await publishing.deliveries())
      figure.set({ target }, failing);
  });
}

/** Adds how often uploads were looked at for viruses: nothing where there is no scanner. */
export function measureScanner(metrics: Registry, scanner: Ports['scanner']): void {
  const scans = {
    name: 'feusa_virus_scans',
    help: 'Uploads that were looked at for viruses, by what came of it',
    labelNames: ['outcome'],
  };
  gauge(metrics, scans, (figure) => {
    for (const [outcome, count] of Object.entries(scanner?.counts() ?? {}))
      figure.set({ outcome }, count);
    return Promise.resolve();
  });
}

/** Adds each part's state, as readiness tells it. */
export function measureParts(metrics: Registry, parts: readonly Part[]): void {
  const up = { name: 'feusa_part_up', help: '1 where a part is well, 0 where something is wrong' };
  gauge(metrics, { ...up, labelNames: ['part'] }, async (figure) => {
    const states = await Promise.all(parts.map(stateOf));
    for (const { name: part, state } of states) figure.set({ part }, state === 'ok' ? 1 : 0);
  });
}
