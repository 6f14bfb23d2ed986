import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { access, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ask } from './ask.js';
import { findJava, javaOptions, keepClasses, keptClasses } from './java.js';
import { asClient, type Insist } from './insist.js';
import { asProperties, asVariables, insistingSettings, kafkaSettings } from './kafka-settings.js';
import { fetched, folderOf, type Artifacts } from './maven.js';
import { freePort } from './ports.js';
import type { Recipe } from './recipe.js';

const run = promisify(execFile);

const jars: Artifacts = {
  title: 'Kafka 4.3.1',
  artifacts: ['org.apache.kafka:kafka_2.13:4.3.1', 'org.slf4j:slf4j-simple:1.7.36'],
  goal: 'copy-dependencies',
};

const java = () => findJava(jars.title);

export const kafka: Recipe = {
  title: jars.title,
  fetch: async (log) => void (await Promise.all([java(), fetched(jars, log)])),
  async prepare({ dir, data, port, insist }) {
    const file = join(dir, 'server.properties');
    const addresses = { listen: '127.0.0.1', port, controllerPort: await freePort(), data };
    const settings = kafkaSettings(addresses);
    if (insist) {
      const keyStore = await keyStoreIn(dir, insist);
      const files = { keyStore, internalPort: await freePort() };
      Object.assign(settings, insistingSettings(addresses, insist, files));
    }
    await writeFile(file, asProperties(settings));
    if (!(await isFormatted(data))) await format(file, insist);
    // Most of its work is the disk's and the network's: what a better compiler saves is less than it takes.
    const options = [...javaOptions('512m', true), keepClasses];
    const args = [...options, ...(await program('kafka.Kafka')), file];
    return { file: await java(), args, niceness: 5 };
  },
  container(port) {
    const data = '/var/lib/kafka/data';
    const settings = kafkaSettings({ listen: '0.0.0.0', port, controllerPort: 9093, data });
    const env = { ...asVariables(settings), KAFKA_HEAP_OPTS: '-Xmx512m' };
    return { image: 'apache/kafka:4.3.1', port, data, env };
  },
  answers: async (port, insist) => (await ask(port, API_VERSIONS, asClient(insist))) !== undefined,
  env: (port) => ({ KAFKA_BROKERS: `127.0.0.1:${port}` }),
};

/** A request of 10 bytes: key 18, version 0, number 1, no client's name. Answered once others are too. */
const API_VERSIONS = Buffer.from('0000000a' + '00120000' + '00000001' + 'ffff', 'hex');

const program = async (main: string) => [
  await keptClasses(await java(), folderOf(jars)),
  '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn',
  '-Dorg.slf4j.simpleLogger.showDateTime=true',
  '-Dorg.slf4j.simpleLogger.dateTimeFormat=HH:mm:ss.SSS',
  '-cp',
  join(folderOf(jars), '*'),
  main,
];

const isFormatted = (data: string) =>
  access(join(data, 'meta.properties')).then(
    () => true,
    () => false,
  );

/** A key and its certificate in one file, as Kafka wants them. */
const keyStoreIn = async (dir: string, { cert, key }: Insist): Promise<string> => {
  const file = join(dir, 'server.pem');
  const parts = await Promise.all([key, cert].map((each) => readFile(each, 'utf8')));
  await writeFile(file, parts.join(''), { mode: 0o600 });
  return file;
};

const format = async (settings: string, insist?: Insist) => {
  const id = randomBytes(16).toString('base64url');
  const user = insist && `[name=${insist.user},password=${insist.password}]`;
  const users = user
    ? [256, 512].flatMap((bits) => ['--add-scram', `SCRAM-SHA-${bits}=${user}`])
    : [];
  const args = ['format', `--cluster-id=${id}`, '--config', settings, ...users];
  await run(await java(), [...(await program('kafka.tools.StorageTool')), ...args]);
};
