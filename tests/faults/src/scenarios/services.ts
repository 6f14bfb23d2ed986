import { setTimeout as sleep } from 'node:timers/promises';
import { counted, failures, shows, writes } from '../probes.js';
import { TcpProxy } from '../proxy/tcp-proxy.js';
import type { Scenario } from '../scenario.js';
import { until } from '../until.js';

const READY_MS = 10_000;
const EXIT_MS = 15_000;
const CAUGHT_UP_MS = 5000;

const dropped: Scenario = {
  id: 'F27',
  name: 'a browser’s connection is cut while much changes',
  async run({ harness, load, report }) {
    const gateway = Number(new URL(harness.product.gateway.address).port);
    const proxy = await TcpProxy.open({ target: gateway });
    const browser = await load.open(`http://127.0.0.1:${proxy.port}`);
    try {
      await until('the browser', () => browser.connected, 10_000);
      for (const ms of harness.options.length === 'full'
        ? [1000, 10_000, 60_000, 300_000]
        : [500, 3000, 8000]) {
        proxy.cut();
        await sleep(ms);
        proxy.heal();
        await until('the browser', () => browser.connected, 20_000);
        const { position } = await harness.store.head();
        const isThere = () => Math.max(0, ...browser.seen.keys()) >= position;
        report.recovered(
          `caught up after ${ms / 1000} s`,
          await until('changes', isThere, 30_000),
          CAUGHT_UP_MS,
        );
      }
      await load.stop();
      await sleep(1000);
      const { position } = await harness.store.head();
      const isSame = async () => (await browser.differences(position)).length === 0;
      await until('the screen', isSame, CAUGHT_UP_MS);
    } finally {
      browser.close();
      load.browsers.splice(load.browsers.indexOf(browser), 1);
      report.violations.push(...browser.disorder.map((text) => `I9: ${text}`));
      await proxy.close();
    }
  },
};

const rolling: Scenario = {
  id: 'F34',
  name: 'every service is restarted in turn under load',
  async run({ harness, load, report }) {
    const from = Date.now();
    let slowest = 0;
    for (const service of harness.product.services) {
      const began = performance.now();
      await service.stop();
      slowest = Math.max(slowest, performance.now() - began);
      await service.start();
      await sleep(1200);
    }
    report.within('slowest to end', slowest, EXIT_MS);
    report.fact(`meanwhile ${counted(failures(load.sent, from)) || 'no failure'}`);
    report.recovered('accepts', await writes(harness), READY_MS);
    await shows(harness, READY_MS);
  },
};

const everyQuery: Scenario = {
  id: 'F38',
  name: 'kill -9 of every query service at once',
  async run({ harness, report }) {
    for (let round = 0; round < harness.rounds(2, 10); round++) {
      const ms = await harness.nemesis.kill(...harness.product.queries);
      report.recovered('ready', ms, READY_MS);
      report.within('shown', await shows(harness, READY_MS), READY_MS);
      await sleep(1500);
    }
  },
};

export const serviceScenarios = [dropped, rolling, everyQuery];
