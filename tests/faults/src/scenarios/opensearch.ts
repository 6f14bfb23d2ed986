import { setTimeout as sleep } from 'node:timers/promises';
import { streamOf } from '@feusa/contracts/events';
import type { RecordMetadata } from 'kafkajs';
import { askIndex, caughtUp, isHeld } from '../checks/search-index.js';
import { request } from '../client/http.js';
import { relayed, topicOf, withAdmin, withProducer } from '../kafka-client.js';
import { counted, failedReads, failures, longestWait } from '../probes.js';
import type { Harness } from '../harness.js';
import type { Scenario, RunContext } from '../scenario.js';
import { until } from '../until.js';

const CAUGHT_UP_MS = 30_000;
const ANSWERED_MS = 3000;
/** One for each partition. */
const REQUESTS_A_SECOND = 12;

/** Without the index everything else works; search says that it is away. */
async function without(
  { harness, load, report }: RunContext,
  outage: () => Promise<void>,
): Promise<void> {
  const from = Date.now();
  await outage();
  const failed = [
    ...failures(load.sent, from),
    ...failedReads(load, 'browse', from),
    ...failedReads(load, 'directory', from),
  ];
  report.expect(failed.length === 0, `others failed, too: ${counted(failed)}`);
  report.within('longest wait', longestWait(load, from), ANSWERED_MS);
  report.recovered('index caught up', await caughtUp(harness, 90_000), CAUGHT_UP_MS);
  const searches = failedReads(load, 'search', from);
  const wrong = searches.filter((each) => !/search\/unavailable|still-updating/.test(each));
  report.expect(wrong.length === 0, `searches failed otherwise: ${counted(wrong)}`);
  report.fact(`searches: ${counted(searches) || 'none failed'}`);
}

const killed: Scenario = {
  id: 'F17',
  name: 'OpenSearch killed',
  run: (stage) =>
    without(stage, async () => {
      const { opensearch } = stage.harness.environment.engines;
      await opensearch.kill('SIGKILL');
      await sleep(stage.harness.lasting(5000, 60_000));
      await stage.harness.environment.start('opensearch');
    }),
};

const readOnly: Scenario = {
  id: 'F18',
  name: 'OpenSearch takes no writes: its disk is full',
  run: (stage) =>
    without(stage, async () => {
      const { harness, report } = stage;
      const block = (on: true | null) =>
        askIndex(harness, '_settings', { 'index.blocks.read_only_allow_delete': on }, 'PUT');
      await block(true);
      await storm(stage, harness.lasting(8000, 60_000));
      await block(null);
      report.fact('unblocked');
    }),
};

const tooMany: Scenario = {
  id: 'F18b',
  name: 'OpenSearch answers 429 to everything',
  run: (stage) =>
    without(stage, async () => {
      const proxy = stage.harness.environment.proxies.opensearch;
      const body = '{"error":{"type":"rejected_execution_exception"},"status":429}';
      const head = 'HTTP/1.1 429 Too Many Requests\r\ncontent-type: application/json';
      proxy.answer(`${head}\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
      await storm(stage, stage.harness.lasting(8000, 60_000));
      proxy.heal();
    }),
};

/** Waits, and counts what is asked meanwhile beside searches. */
async function storm({ harness, report }: RunContext, ms: number): Promise<void> {
  const proxy = harness.environment.proxies.opensearch;
  let requests = 0;
  proxy.onRequest = (piece) => {
    const [first = ''] = piece.toString('latin1', 0, 200).split('\r\n');
    if (first.endsWith('HTTP/1.1') && !first.includes('_search')) requests++;
  };
  await sleep(ms);
  proxy.onRequest = undefined;
  const rate = requests / (ms / 1000);
  report.fact(`${rate.toFixed(1)} requests a second meanwhile`);
  report.expect(rate <= REQUESTS_A_SECOND, `a storm of ${rate.toFixed(1)} requests a second`);
}

const lateWrite: Scenario = {
  id: 'F19',
  name: 'an old write of a removed person comes after the engine forgot the removal',
  async run({ harness, load, report }) {
    const { patience = 1 } = harness.options;
    const id = await removedPerson(harness, load.company.person(harness.options.random));
    await caughtUp(harness, CAUGHT_UP_MS);
    const gc = (time: string | null) =>
      askIndex(harness, '_settings', { 'index.gc_deletes': time }, 'PUT');
    if (harness.options.length !== 'full') await gc('500ms');
    await sleep(harness.lasting(2000, 65_000));
    const [added] = await harness.store.readStreams([streamOf('employee', id)]);
    const messageOf = await relayed(harness);
    // The engine forgets removals when it refreshes.
    await askIndex(harness, '_refresh', {});
    const sent = await withProducer(harness, (producer) =>
      producer.send({ topic: topicOf(harness), messages: [messageOf(added!)] }),
    );
    await until('the worker', () => isTaken(harness, sent[0]!), CAUGHT_UP_MS * patience);
    report.expect(!(await isHeld(harness, id)), 'a removed person is in the index again');
    await gc(null);
  },
};

/** Whether the workers say that they are through with a message. */
const isTaken = (
  harness: Harness,
  { partition, baseOffset = '0' }: RecordMetadata,
): Promise<boolean> =>
  withAdmin(harness, async (admin) => {
    const topic = topicOf(harness);
    const groupId = `${topic}.search-indexer`;
    const [group] = await admin.fetchOffsets({ groupId, topics: [topic] });
    const at = group?.partitions.find((each) => each.partition === partition)?.offset ?? '-1';
    return BigInt(at) > BigInt(baseOffset);
  });

async function removedPerson(harness: Harness, body: Record<string, unknown>): Promise<string> {
  const [as] = harness.admins;
  const lastName = 'Zzyzx';
  const { answer } = await harness.sender.send(
    { name: 'add-employee', body: { ...body, lastName } },
    { as: as! },
  );
  await until('the person', () => isFound(harness, answer!.id), 20_000);
  await harness.sender.send({ name: 'remove-employee', body: { id: answer!.id } }, { as: as! });
  return answer!.id;
}

async function isFound({ sender, admins }: Harness, id: string): Promise<boolean> {
  const { cookie } = admins[0]!;
  const { text } = await request('GET', `${sender.address}/api/search?q=Zzyzx`, { cookie });
  return text.includes(id);
}

export const searchScenarios = [killed, readOnly, tooMany, lateWrite];
