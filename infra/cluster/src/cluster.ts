import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { openEmbeddedPostgres } from '@feusa/platform/embedded-postgres/server';
import { openEngines } from '@feusa/engines';
import { freePort } from '@feusa/engines/ports';
import { ServiceProcess } from './service-process.js';

const root = path.resolve(import.meta.dirname, '../../..');

/** A search may find something a little later: people wait for everything else. */
const NICENESS = { command: 0, query: 0, gateway: 0, 'search-indexer': 10 };
type Program = keyof typeof NICENESS;

export interface ProductOptions {
  /** Where everything is kept. */
  readonly dir: string;
  /** Of the gateway; default a free one. */
  readonly port?: number | undefined;
  readonly commands?: number;
  readonly queries?: number;
  readonly workers?: number;
  /** Added to the environment of every service. */
  readonly env?: NodeJS.ProcessEnv;
  /** How many times longer than usual a service may take to get ready; default once. */
  readonly patience?: number | undefined;
  /** The folder of the built services; default `dist`. */
  readonly built?: string;
}

export interface ClusterOptions extends ProductOptions {
  readonly log?: (line: string) => void;
}

export interface Product {
  /** Of the gateway: the one address of the product. */
  readonly address: string;
  readonly commands: readonly ServiceProcess[];
  readonly queries: readonly ServiceProcess[];
  readonly workers: readonly ServiceProcess[];
  readonly gateway: ServiceProcess;
  readonly services: readonly ServiceProcess[];
  /** The environment of the services. */
  readonly env: NodeJS.ProcessEnv;
  stop(): Promise<void>;
}

export interface Cluster extends Product {
  readonly engines: Awaited<ReturnType<typeof openEngines>>['engines'];
}

/** Starts the engines, then the services, then the gateway, all on this machine. */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const { dir, log = () => undefined } = options;
  const closers: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close().catch(() => undefined);
  };
  try {
    const [database, engines] = await Promise.all([
      openDatabase(dir, log),
      openEngines(['kafka', 'opensearch', 'redis', 's3'], { dir: path.join(dir, 'engines'), log }),
    ]);
    closers.push(database.stop, () => engines.stop());
    const product = await openProduct(options, { ...engines.env, DATABASE_URL: database.url });
    closers.push(() => product.stop());
    return { ...product, engines: engines.engines, stop };
  } catch (fault) {
    await stop();
    throw fault;
  }
}

/** Starts the services, on engines that these variables lead to, and the gateway. */
export async function openProduct(
  options: ProductOptions,
  engines: Readonly<Record<string, string>>,
): Promise<Product> {
  await mkdir(path.join(options.dir, 'logs'), { recursive: true });
  const services = await openServices(options, engines);
  const stop = () => stopAll(services.all);
  try {
    await startAll(services);
  } catch (fault) {
    await stop();
    throw fault;
  }
  return { ...services, services: services.all, stop };
}

type Services = Awaited<ReturnType<typeof openServices>>;

async function openServices(options: ProductOptions, engines: Readonly<Record<string, string>>) {
  const { dir, port = await freePort(), commands = 1, queries = 2, workers = 3 } = options;
  const { built = path.join(root, 'dist') } = options;
  const address = `http://localhost:${port}`;
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    FEUSA_PROFILE: 'distributed',
    FEUSA_DATA_DIR: path.join(dir, 'services'),
    FEUSA_PUBLIC_URL: process.env['FEUSA_PUBLIC_URL'] ?? address,
    ...engines,
    ...options.env,
  };
  const make = (name: string, program: Program, at: number, more: NodeJS.ProcessEnv = {}) =>
    new ServiceProcess({
      name,
      program: path.join(built, program, 'main.js'),
      port: at,
      niceness: NICENESS[program],
      patience: options.patience,
      env: { ...env, FEUSA_INSTANCE: name, ...more },
      logFile: path.join(dir, 'logs', `${name}.log`),
    });
  const several = async (count: number, name: string, program: Program) =>
    Promise.all(
      Array.from({ length: count }, async (_, index) =>
        make(`${name}-${index + 1}`, program, await freePort()),
      ),
    );
  const all = {
    commands: await several(commands, 'command', 'command'),
    queries: await several(queries, 'query', 'query'),
    workers: await several(workers, 'indexer', 'search-indexer'),
  };
  const urls = (each: readonly ServiceProcess[]) => each.map((one) => one.address).join();
  const gateway = make('gateway', 'gateway', port, {
    FEUSA_COMMAND_URLS: urls(all.commands),
    FEUSA_QUERY_URLS: urls(all.queries),
  });
  const every = [...all.commands, ...all.queries, ...all.workers, gateway];
  return { ...all, gateway, all: every, env, address };
}

/** The first command service makes the schemas and the first administrator; then all others at once. */
async function startAll({ commands, queries, workers, gateway }: Services): Promise<void> {
  await commands[0]?.start();
  await Promise.all(
    [...commands.slice(1), ...queries, ...workers, gateway].map((service) => service.start()),
  );
}

/** What takes requests first, so that nothing is asked of what has ended. */
async function stopAll(all: readonly ServiceProcess[]): Promise<void> {
  await all.at(-1)?.stop();
  await Promise.all(all.map((service) => service.stop()));
}

async function openDatabase(dir: string, log: (line: string) => void) {
  const url = process.env['DATABASE_URL'];
  if (url) return { url, stop: () => Promise.resolve() };
  const settings = { max_connections: '200' };
  return openEmbeddedPostgres({ dir: path.join(dir, 'postgres'), log, settings });
}
