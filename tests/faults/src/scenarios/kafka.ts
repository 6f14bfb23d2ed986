import { setTimeout as sleep } from 'node:timers/promises';
import { caughtUp } from '../checks/search-index.js';
import { counted, failures, lags, longestWait, shows, slowest } from '../probes.js';
import { topicOf, withAdmin } from '../kafka-client.js';
import type { Scenario, Stage } from '../scenario.js';
import { until } from '../until.js';
import { cursorOf } from './relay.js';

const DRAINED_MS = 30_000;
const ANSWERED_MS = 3000;
const NOTICED_MS = 30_000;

/** An outage of Kafka: commands are accepted and shown all the while, and afterwards the index catches up. */
async function outage(
  { rig, load, report }: Stage,
  begin: () => Promise<unknown>,
  end: () => Promise<unknown>,
): Promise<void> {
  const from = Date.now();
  await begin();
  await sleep(rig.lasting(12_000, 60_000));
  const to = Date.now();
  const failed = failures(load.sent, from, to);
  report.expect(failed.length === 0, `commands failed meanwhile: ${counted(failed)}`);
  report.within('longest wait', longestWait(load, from, to), ANSWERED_MS);
  await end();
  const ms = await caughtUp(rig, 90_000);
  report.recovered('index caught up', ms, DRAINED_MS);
  await shows(rig, DRAINED_MS);
  report.fact(`command to screen p99 ${Math.round(slowest(lags(load, from, to)))} ms meanwhile`);
}

const stopped: Scenario = {
  id: 'F13',
  name: 'Kafka stopped',
  run: (stage) => {
    const { kafka } = stage.rig.ground.engines;
    return outage(
      stage,
      () => kafka.stop(),
      () => stage.rig.ground.start('kafka'),
    );
  },
};

const frozen: Scenario = {
  id: 'F13b',
  name: 'Kafka frozen',
  run: (stage) => {
    const { kafka } = stage.rig.ground.engines;
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
    const { kafka } = stage.rig.ground.engines;
    return outage(
      stage,
      () => kafka.kill('SIGKILL'),
      () => stage.rig.ground.start('kafka'),
    );
  },
};

const topicDeleted: Scenario = {
  id: 'F14',
  name: 'the topic is deleted',
  async run({ rig, load, report }) {
    const from = Date.now();
    await withAdmin(rig, (admin) => admin.deleteTopics({ topics: [topicOf(rig)] }));
    await resent(rig);
    report.recovered('all sent again and indexed', await afterwards(rig, from), 60_000);
    report.expect(failures(load.sent, from).length === 0, 'commands failed meanwhile');
  },
};

const wiped: Scenario = {
  id: 'F14b',
  name: 'Kafka loses all its data',
  async run({ rig, load, report }) {
    const { kafka } = rig.ground.engines;
    await kafka.stop();
    await kafka.wipe();
    await rig.ground.start('kafka');
    const from = Date.now();
    await resent(rig);
    report.recovered('all sent again and indexed', await afterwards(rig, from), 60_000);
    report.expect(failures(load.sent, from).length === 0, 'commands failed meanwhile');
  },
};

const resent = async (rig: Stage['rig']) => {
  const { position } = await rig.store.head();
  await until('the relay', async () => (await cursorOf(rig)) >= position, 90_000);
};

const afterwards = async (rig: Stage['rig'], from: number) => {
  await caughtUp(rig, 90_000);
  return Date.now() - from;
};

const coordinatorError: Scenario = {
  id: 'F16',
  name: 'the coordinator answers consumers with an error that they give up at',
  async run({ rig, report }) {
    const { ground, product } = rig;
    const [worker] = product.workers;
    const before = anew(worker!.text);
    const began = performance.now();
    ground.failsHeartbeats = true;
    await until('the dead consumer', () => anew(worker!.text) > before, 60_000);
    report.within('noticed', performance.now() - began, NOTICED_MS);
    await sleep(rig.lasting(3000, 30_000));
    ground.failsHeartbeats = false;
    report.recovered('index caught up', await caughtUp(rig, 60_000), DRAINED_MS);
  },
};

/** How often a service has said that a consumer was made anew. */
const anew = (text: string) => text.split('consumer made anew').length;

export const kafkaScenarios = [stopped, frozen, killed, topicDeleted, wiped, coordinatorError];
