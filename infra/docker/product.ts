import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/** The text of a file of the repository. */
export const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The services that run apart. */
export const services = ['gateway', 'command', 'query', 'search-indexer'] as const;
export type ServiceName = (typeof services)[number];

/** What `requireSettings` is asked for in one function of open/distributed.ts. */
const requiredIn = (name: string): string[] => {
  const [, body] = textOf('packages/profiles/src/distributed.ts').split(`function ${name}(`);
  const [, list = ''] = /requireSettings\(config, \[([^\]]+)\]/.exec(body ?? '') ?? [];
  return [...list.matchAll(/'(\w+)'/g)].map(([, each = '']) => each);
};

const worker = requiredIn('openWorkerPorts');
const answering = [...worker, ...requiredIn('openServicePorts')];

/** The settings without which a service does not start, or has nothing to do. */
export const required: Readonly<Record<ServiceName, readonly string[]>> = {
  gateway: ['FEUSA_COMMAND_URLS', 'FEUSA_QUERY_URLS'],
  command: answering,
  query: answering,
  'search-indexer': worker,
};

/** Which service a container runs, by the file it is told to run. */
export const serviceOf = (command: readonly string[] | undefined): ServiceName | undefined =>
  services.find((name) => command?.includes(`dist/${name}/main.js`));
