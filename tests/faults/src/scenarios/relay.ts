import type { ServiceProcess } from '@feusa/cluster/service-process';
import { setTimeout as sleep } from 'node:timers/promises';
import { lags, shows, slowest } from '../probes.js';
import type { Harness } from '../harness.js';
import type { Scenario } from '../scenario.js';
import { caughtUp } from '../checks/search-index.js';
import { until } from '../until.js';

const TAKEN_OVER_MS = 20_000;
const READY_MS = 10_000;

const killedAfterAck: Scenario = {
  id: 'F6',
  name: 'kill -9 of the relay after Kafka’s ack, before its cursor is saved',
  async run({ harness, report }) {
    const [first, second] = harness.product.commands;
    await harness.nemesis.arm(first!, 'relay.after_ack:kill');
    // Away until the first one has died: it is the only one left to relay.
    await second!.stop();
    await harness.nemesis.untilDead(first!);
    const diedAt = performance.now();
    const cursor = await cursorOf(harness);
    await second!.start();
    await until('another relay', async () => (await cursorOf(harness)) > cursor, TAKEN_OVER_MS);
    report.recovered('relayed again', performance.now() - diedAt, READY_MS);
    await first!.ready();
  },
};

const zombie: Scenario = {
  id: 'F7',
  name: 'relay frozen, another one takes over, the first goes on',
  async run({ harness, load, report }) {
    const leader = await relayOf(harness);
    const from = Date.now();
    leader.kill('SIGSTOP');
    const frozenAt = performance.now();
    const stuck = await cursorOf(harness);
    await until('another relay', async () => (await cursorOf(harness)) > stuck + 5, 30_000);
    report.recovered('relayed again', performance.now() - frozenAt, TAKEN_OVER_MS);
    await sleep(harness.lasting(5000, 45_000));
    leader.kill('SIGCONT');
    await sleep(3000);
    report.within('index in step', await caughtUp(harness, 60_000), 30_000);
    report.fact(`command to screen p99 ${Math.round(slowest(lags(load, from, Date.now())))} ms`);
    await shows(harness, 10_000);
  },
};

export async function cursorOf({ pool }: Harness): Promise<number> {
  const { rows } = await pool.query<{ position: number }>('select position from relay.cursor');
  return rows[0]!.position;
}

/** The command service that relays: the last one that said that it does. */
async function relayOf({ product }: Harness): Promise<ServiceProcess> {
  const said = product.commands.map((service) => {
    const lines = service.text.split('\n').filter((line) => line.includes('"msg":"leads"'));
    const { time = '' } = JSON.parse(lines.at(-1) ?? '{}') as { time?: string };
    return { service, time };
  });
  return said.toSorted((a, b) => (a.time < b.time ? 1 : -1))[0]!.service;
}

export const relayScenarios = [killedAfterAck, zombie];
