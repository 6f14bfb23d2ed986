import { caughtUp } from '../checks/search-index.js';
import type { Harness } from '../harness.js';
import type { Scenario } from '../scenario.js';
import { setTimeout as sleep } from 'node:timers/promises';

const TAKEN_OVER_MS = 20_000;

const killedMidBatch: Scenario = {
  id: 'F15',
  name: 'kill -9 of one of three index workers in the middle of a batch',
  async run({ harness, report }) {
    const [worker] = harness.product.workers;
    await harness.nemesis.arm(worker!, 'worker.after_handle:kill');
    await harness.nemesis.untilDead(worker!);
    const diedAt = performance.now();
    await caughtUp(harness, 60_000);
    report.recovered('taken over', performance.now() - diedAt, TAKEN_OVER_MS);
    await worker!.ready();
  },
};

const slow: Scenario = {
  id: 'F25',
  name: 'a worker needs longer for each batch than its session lasts',
  async run({ harness, report }) {
    const [worker] = harness.product.workers;
    const others = harness.product.workers.slice(1);
    await harness.nemesis.arm(worker!, 'worker.after_handle:stop:12000');
    await sleep(2000);
    const before = rebalances(others);
    await sleep(harness.lasting(16_000, 60_000));
    const more = rebalances(others) - before;
    report.expect(more <= 1, `the group was rebalanced ${more} times`);
    report.fact(`${more} rebalances`);
    await worker!.restart();
    report.recovered('index caught up', await caughtUp(harness, 60_000), 30_000);
  },
};

/** How often services were given partitions; each rebalance gives every one of them some. */
const rebalances = (services: Harness['product']['workers']) =>
  Math.max(...services.map(({ text }) => text.split('"msg":"partitions assigned"').length - 1));

export const workerScenarios = [killedMidBatch, slow];
