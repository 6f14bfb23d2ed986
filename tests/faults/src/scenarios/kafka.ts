import { setTimeout as sleep } from 'node:timers/promises';
import { caughtUp } from '../checks/search-index.js';
import { counted, failures, lags, longestWait, shows, slowest } from '../probes.js';
import type { Load } from '../client/load.js';
import type { Report } from '../report.js';
import { topicOf, withAdmin } from '../kafka-client.js';
import type { Scenario, RunContext } from '../scenario.js';
import { until } from '../until.js';
import { cursorOf } from './relay.js';

const DRAINED_MS = 30_000;
const ANSWERED_MS = 3000;
const NOTICED_MS = 30_000;

function expectNoFailures(report: Report, { sent }: Load, from: number, to?: number): void {
  const failed = failures(sent, from, to);
  report.expect(failed.length === 0, `commands failed meanwhile: ${counted(failed)}`);
}

/** An outage of Kafka: commands are accepted and shown all the while, and afterwards the index catches up. */
async function outage(
  { harness, load, report }: RunContext,
  begin: () => Promise<unknown>,
  end: () => Promise<unknown>,
): Promise<void> {
  const from = Date.now();
  await begin();
  await sleep(harness.lasting(12_000, 60_000));
  const to = Date.now();
  expectNoFailures(report, load, from, to);
  report.within('longest wait', longestWait(load, from, to), ANSWERED_MS);
  await end();
  const ms = await caughtUp(harness, 90_000);
  report.recovered('index caught up', ms, DRAINED_MS);
  await shows(harness, DRAINED_MS);
  report.fact(`command to screen p99 ${Math.round(slowest(lags(load, from, to)))} ms meanwhile`);
}

const stopped: Scenario = {
  id: 'F13',
  name: 'Kafka stopped',
  run: (stage) => {
    const { kafka } = stage.harness.environment.engines;
    return outage(
      stage,
      () => kafka.stop(),
      () => stage.harness.environment.start('kafka'),
    );
  },
};

const frozen: Scenario = {
  id: 'F13b',
  name: 'Kafka frozen',
  run: (stage) => {
    const { kafka } = stage.harness.environment.engines;
    return outage(
      stage,
      () => kafka.kill('SIGSTOP'),
      () => kafka.kill('SIGCONT'),
    );
  },
};

const killed: Scenario = {
  id: 'F13c',
  name: 'kill -9 of Kafka',
  run: (stage) => {
    const { kafka } = stage.harness.environment.engines;
    return outage(
      stage,
      () => kafka.kill('SIGKILL'),
      () => stage.harness.environment.start('kafka'),
    );
  },
};

const topicDeleted: Scenario = {
  id: 'F14',
  name: 'the topic is deleted',
  async run({ harness, load, report }) {
    const from = Date.now();
    await withAdmin(harness, (admin) => admin.deleteTopics({ topics: [topicOf(harness)] }));
    await resent(harness);
    report.recovered('all sent again and indexed', await afterwards(harness, from), 60_000);
    expectNoFailures(report, load, from);
  },
};

const wiped: Scenario = {
  id: 'F14b',
  name: 'Kafka loses all its data',
  async run({ harness, load, report }) {
    const { kafka } = harness.environment.engines;
    await kafka.stop();
    await kafka.wipe();
    await harness.environment.start('kafka');
    const from = Date.now();
    await resent(harness);
    report.recovered('all sent again and indexed', await afterwards(harness, from), 60_000);
    expectNoFailures(report, load, from);
  },
};

const resent = async (harness: RunContext['harness']) => {
  const { position } = await harness.store.head();
  await until('the relay', async () => (await cursorOf(harness)) >= position, 90_000);
};

const afterwards = async (harness: RunContext['harness'], from: number) => {
  await caughtUp(harness, 90_000);
  return Date.now() - from;
};

const coordinatorError: Scenario = {
  id: 'F16',
  name: 'the coordinator answers consumers with an error that they give up at',
  async run({ harness, report }) {
    const { environment, product } = harness;
    const [worker] = product.workers;
    const before = anew(worker!.text);
    const began = performance.now();
    environment.failsHeartbeats = true;
    await until('the dead consumer', () => anew(worker!.text) > before, 60_000);
    report.within('noticed', performance.now() - began, NOTICED_MS);
    await sleep(harness.lasting(3000, 30_000));
    environment.failsHeartbeats = false;
    report.recovered('index caught up', await caughtUp(harness, 60_000), DRAINED_MS);
  },
};

/** How often a service has said that a consumer was made anew. */
const anew = (text: string) => text.split('consumer made anew').length;

export const kafkaScenarios = [stopped, frozen, killed, topicDeleted, wiped, coordinatorError];
