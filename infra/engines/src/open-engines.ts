import { join } from 'node:path';
import { containersAnswer } from './containers.js';
import type { Engine, EngineName, EngineOptions } from './engine.js';
import { openContainer, openEngine } from './open-engine.js';

export interface OpenEnginesOptions extends Pick<EngineOptions, 'log' | 'brief'> {
  /** Each engine gets a folder in it. */
  dir: string;
  /** Before the names of the variables that name servers of the operator's own, e.g. `FEUSA_TEST_`. */
  prefix?: string;
}

export interface OpenEngines {
  /** The product's variables for all of them. */
  readonly env: Readonly<Record<string, string>>;
  /** Those that were started here; a server that the environment names is not ours to stop. */
  readonly engines: Readonly<Partial<Record<EngineName, Engine>>>;
  /** Ends what was started here. Never rejects. */
  stop(): Promise<void>;
}

/**
 * Has each engine from where it can be had: a server that the environment names, else a container,
 * else a process of this machine.
 * @throws EngineMissing where one cannot be had; those already started are ended then
 */
export const openEngines = async (
  names: readonly EngineName[],
  options: OpenEnginesOptions,
): Promise<OpenEngines> => {
  const contained = await containersAnswer();
  const found = await Promise.allSettled(
    names.map((name) => findOrOpen(name, options, contained ? openContainer : openEngine)),
  );
  const all = found.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const opened = all.flatMap(({ engine }) => (engine ? [engine] : []));
  const stop = async () => void (await Promise.all(opened.map((engine) => engine.stop())));
  const failed = found.find((each) => each.status === 'rejected');
  if (failed) {
    await stop();
    throw failed.reason;
  }
  const env = Object.assign({}, ...all.map((each) => each.env)) as Record<string, string>;
  return { env, engines: Object.fromEntries(opened.map((each) => [each.name, each])), stop };
};

/** The first one says where the server is; without it the others mean nothing. */
const variables: Record<EngineName, readonly [string, ...string[]]> = {
  kafka: ['KAFKA_BROKERS'],
  opensearch: ['OPENSEARCH_URL'],
  redis: ['REDIS_URL'],
  s3: ['S3_ENDPOINT', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'],
};

/** The product's variables of an engine whose server the environment names. */
const environmentOf = (name: EngineName, prefix: string): Record<string, string> | undefined => {
  const names = variables[name];
  if (!process.env[prefix + names[0]]) return undefined;
  return Object.fromEntries(names.map((each) => [each, process.env[prefix + each] ?? '']));
};

interface Found {
  env: Readonly<Record<string, string>>;
  engine?: Engine;
}

const findOrOpen = async (
  name: EngineName,
  options: OpenEnginesOptions,
  open: typeof openEngine,
): Promise<Found> => {
  const named = environmentOf(name, options.prefix ?? '');
  if (named) return { env: named };
  const { dir, log, brief = false } = options;
  const engine = await open(name, { dir: join(dir, name), brief, ...(log && { log }) });
  return { env: engine.env, engine };
};
