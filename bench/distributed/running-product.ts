import { setTimeout as sleep } from 'node:timers/promises';
import type { Product } from '@feusa/cluster/cluster';
import type { Kit } from '../kit.js';
import openProductDriver from '../product.driver.mjs';
import type { System } from '../workloads.js';

const SETTLED_WITHIN_MS = 120_000;

export interface RunningProduct extends System {
  /** The session's cookie. */
  token(): string;
}

/** The product whose gateway answers at the kit's port, driven as the standalone one is. */
export function runningProduct(kit: Kit, { services }: Product): RunningProduct {
  const driver = openProductDriver(kit);
  return {
    ...driver,
    name: 'distributed',
    coldStart: undefined,
    setup: async () => {},
    start: () => driver.connect(),
    settle: () => insist(() => driver.settle()),
    pids: () => services.flatMap(({ pid }) => pid ?? []),
  };
}

/** The services may be further behind than one answer waits for. */
async function insist(work: () => Promise<unknown>): Promise<void> {
  for (const until = performance.now() + SETTLED_WITHIN_MS; ; await sleep(100)) {
    try {
      await work();
      return;
    } catch (fault) {
      if (performance.now() > until) throw fault;
    }
  }
}
