import { setTimeout as sleep } from 'node:timers/promises';
import type { Product } from '@feusa/cluster/cluster';
import { Kafka, logLevel } from 'kafkajs';
import type { Log } from './log.js';
import { openSearchProxy } from './opensearch-proxy.js';

export interface WorkersOptions {
  readonly product: Product;
  readonly log: Log;
  readonly brokers: string;
  /** The group of the workers. */
  readonly group: string;
  readonly opensearch: string;
  readonly events: number;
  /** How much slower each bulk request is, ms. */
  readonly delayMs: number;
}

/** What so many workers did. */
export interface Throughput {
  readonly workers: number;
  /** Events a second. */
  readonly rate: number;
  /** Bulk requests under way at once, at most. */
  readonly atOnce: number;
}

/** Events a second of one worker, then of two and so on, on an index whose bulk requests are slowed. */
export async function throughputOfWorkers(options: WorkersOptions): Promise<Throughput[]> {
  const { product, opensearch, delayMs } = options;
  const slow = slowIndex(delayMs);
  const proxy = await openSearchProxy(opensearch, ({ path }) =>
    path.startsWith('/_bulk') ? slow.bulk() : Promise.resolve(),
  );
  const all: Throughput[] = [];
  try {
    await Promise.all(product.workers.map((worker) => worker.stop()));
    for (const [at, worker] of product.workers.entries()) {
      await worker.restart({ OPENSEARCH_URL: proxy.url });
      await joined(options, at + 1);
      all.push({ workers: at + 1, ...(await drain(options, slow)) });
    }
  } finally {
    await proxy.close();
  }
  return all;
}

type SlowIndex = ReturnType<typeof slowIndex>;

/** Bulk requests wait at a gate while it is closed, and then for the delay. */
function slowIndex(delayMs: number) {
  let [now, most] = [0, 0];
  let gate: Promise<void> = Promise.resolve();
  return {
    async bulk() {
      await gate;
      most = Math.max(most, ++now);
      await sleep(delayMs);
      now--;
    },
    /** Answers with the way to open it. */
    close(): () => void {
      let open = () => {};
      gate = new Promise((resolve) => (open = resolve));
      most = 0;
      return open;
    },
    atOnce: () => most,
  };
}

/** All events are in Kafka before the first of them may go on. */
async function drain({ log, events }: WorkersOptions, slow: SlowIndex) {
  const open = slow.close();
  const head = await log.add(events).finally(() => setTimeout(open, 8000));
  await log.relayed(head);
  open();
  const began = performance.now();
  await log.indexed(head);
  return { rate: (events * 1000) / (performance.now() - began), atOnce: slow.atOnce() };
}

/** Answers when the group has this many members, and each its share. */
async function joined({ brokers, group }: WorkersOptions, count: number): Promise<void> {
  const kafka = new Kafka({ brokers: brokers.split(','), logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  for (;;) {
    const { groups } = await admin.describeGroups([group]);
    const { state, members = [] } = groups[0] ?? {};
    if (state === 'Stable' && members.length === count) break;
    await sleep(100);
  }
  await admin.disconnect();
  await sleep(1000);
}
