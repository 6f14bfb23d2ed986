import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Product } from '@feusa/cluster/cluster';
import type { Log } from './log.js';

export interface CatchUpOptions {
  readonly product: Product;
  readonly log: Log;
  /** Of a session. */
  readonly cookie: string;
  readonly brokers: string;
  readonly topic: string;
  /** Events that are appended while nobody reads. */
  readonly events: number;
  readonly rounds: number;
}

/** In ms; medians. */
export interface CatchUp {
  readonly product: number;
  readonly bare: number;
  /** Of a query service that was ended, from starting its process on. */
  readonly startedAnew: number;
}

/**
 * The query services and a bare consumer are held (SIGSTOP) while events are appended and relayed; then
 * one after the other goes on, and is timed until it has written the last of the rows.
 */
export async function catchUp(options: CatchUpOptions): Promise<CatchUp> {
  const { product, log, events, rounds } = options;
  const bare = await openBare(options);
  const times: { product: number; bare: number }[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      const held = [bare, ...product.queries];
      for (const each of held) each.kill('SIGSTOP');
      const head = await log.add(events);
      await log.relayed(head);
      await Promise.race([log.indexed(head), sleep(3000)]);
      const took = {
        product: await productTime(options, head),
        bare: await bareTime(bare, events),
      };
      times.push(took);
      for (const each of held) each.kill('SIGCONT');
      await log.indexed(head);
    }
  } finally {
    for (const query of product.queries) query.kill('SIGCONT');
    bare.kill('SIGKILL');
  }
  const startedAnew = await startAnew(options);
  const median = (of: 'product' | 'bare') =>
    times.map((each) => each[of]).sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? NaN;
  return { product: median('product'), bare: median('bare'), startedAnew };
}

/** A consumer in a process of its own, which has its partitions. */
async function openBare({ log, brokers, topic }: CatchUpOptions): Promise<ChildProcess> {
  const file = path.join(import.meta.dirname, 'bare-follower.ts');
  const child = fork(file, [brokers, topic, log.url], { execArgv: ['--import', 'tsx'] });
  await once(child, 'message');
  return child;
}

async function bareTime(bare: ChildProcess, events: number): Promise<number> {
  let rows = 0;
  const began = performance.now();
  const all = new Promise<number>((resolve, reject) => {
    bare.on('exit', () => reject(new Error('the bare consumer has ended')));
    bare.on('message', (written) => {
      rows += Number(written);
      if (rows === events) resolve(performance.now() - began);
    });
  });
  bare.kill('SIGCONT');
  const took = await all;
  bare.removeAllListeners('message');
  return took;
}

async function productTime({ product, cookie }: CatchUpOptions, head: number): Promise<number> {
  const query = product.queries[0]!;
  const began = performance.now();
  query.kill('SIGCONT');
  await shows(query.address, cookie, head);
  return performance.now() - began;
}

async function startAnew({ product, log, events, cookie }: CatchUpOptions): Promise<number> {
  await Promise.all(product.queries.map((query) => query.stop()));
  const head = await log.add(events);
  await log.relayed(head);
  await log.indexed(head);
  const query = product.queries[0]!;
  const began = performance.now();
  const ready = query.start();
  await shows(query.address, cookie, head);
  const took = performance.now() - began;
  await ready;
  await Promise.all(product.queries.slice(1).map((each) => each.start()));
  return took;
}

/** Answers when a query service shows everything up to a position. */
async function shows(address: string, cookie: string, position: number): Promise<void> {
  const url = `${address}/api/employees?limit=1&after=${position}`;
  for (;;) {
    const answer = await fetch(url, { headers: { cookie } }).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await sleep(5);
  }
}
