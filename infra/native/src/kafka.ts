import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ask } from './ask.js';
import { findJava } from './java.js';
import { fetched, folderOf, type Artifacts } from './maven.js';
import { freePort } from './ports.js';
import type { Place, Recipe } from './recipe.js';

const run = promisify(execFile);

const jars: Artifacts = {
  title: 'Kafka 4.3.1',
  artifacts: ['org.apache.kafka:kafka_2.13:4.3.1', 'org.slf4j:slf4j-simple:1.7.36'],
  goal: 'copy-dependencies',
};

const java = () => findJava(17, jars.title);

/** One node that is broker and controller (KRaft). */
export const kafka: Recipe = {
  title: jars.title,
  fetch: async (log) => void (await Promise.all([java(), fetched(jars, log)])),
  async prepare(place) {
    const settings = join(place.dir, 'server.properties');
    await writeFile(settings, settingsFor(place, await freePort()));
    const formatted = join(place.data, 'meta.properties');
    if (!(await exists(formatted))) await format(settings);
    const heap = [`-Xmx${place.heap ?? '512m'}`, '-XX:+ExitOnOutOfMemoryError'];
    return { file: await java(), args: [...heap, ...program('kafka.Kafka'), settings] };
  },
  // ApiVersions, version 0, without a client's name; answered once the broker takes requests
  answers: async (port) =>
    (await ask(port, Buffer.from('0000000a001200000000' + '0001ffff', 'hex'))) !== undefined,
  env: (port) => ({ KAFKA_BROKERS: `127.0.0.1:${port}` }),
};

const program = (main: string) => [
  '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn',
  '-Dorg.slf4j.simpleLogger.showDateTime=true',
  '-Dorg.slf4j.simpleLogger.dateTimeFormat=HH:mm:ss.SSS',
  '-cp',
  join(folderOf(jars), '*'),
  main,
];

const settingsFor = ({ data, port }: Place, controller: number) => `
process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:${controller}
listeners=PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controller}
advertised.listeners=PLAINTEXT://127.0.0.1:${port}
controller.listener.names=CONTROLLER
inter.broker.listener.name=PLAINTEXT
log.dirs=${data}
auto.create.topics.enable=false
group.initial.rebalance.delay.ms=0
offsets.topic.replication.factor=1
offsets.topic.num.partitions=8
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
transaction.state.log.num.partitions=2
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
# after a kill the broker waits until its former self is given up
broker.session.timeout.ms=2000
broker.heartbeat.interval.ms=500
`;

const format = async (settings: string) => {
  const id = randomBytes(16).toString('base64url');
  const args = ['format', `--cluster-id=${id}`, '--config', settings];
  await run(await java(), [...program('kafka.tools.StorageTool'), ...args]);
};

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
