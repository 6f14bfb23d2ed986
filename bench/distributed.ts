import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openProduct, type Product } from '@feusa/cluster/cluster';
import { TEST_MASTER_KEY } from '@feusa/privacy/subject-keys/test-keys';
import { openEngines } from '@feusa/engines';
import { catchUp } from './distributed/catch-up.js';
import { openLog } from './distributed/log.js';
import { reindexing, type Reindexing } from './distributed/reindexing.js';
import { figures, writeReport } from './distributed/report.js';
import { roundTrip } from './distributed/round-trip.js';
import { runningProduct } from './distributed/running-product.js';
import { searching } from './distributed/searching.js';
import { goalsOf, targetsOf } from './distributed/targets.js';
import { throughputOfWorkers } from './distributed/workers.js';
import { memoryOf, openKit, type Kit } from './kit.js';
import openStandalone, { account } from './product.driver.mjs';
import { replay } from './standalone.js';
import { commands, measureSystem, type Results, scaleOf, type Scale } from './workloads.js';

interface Sizes extends Scale {
  /** Events to catch up with, and how often. */
  readonly caughtUp: number;
  readonly rounds: number;
  /** People of each reindex, ascending. */
  readonly reindexed: readonly number[];
  /** Events for each number of workers, and how much slower each bulk request is, ms. */
  readonly worked: number;
  readonly delayMs: number;
}

const sizesOf = (quick: boolean): Sizes => ({
  ...scaleOf(quick),
  ...(quick
    ? { caughtUp: 1000, rounds: 1, reindexed: [1000, 2000], worked: 2000 }
    : { caughtUp: 5000, rounds: 3, reindexed: [10_000, 100_000], worked: 20_000 }),
  delayMs: 400,
});

/** Of the topic, the group and the alias. */
const NAME = 'feusa';
const DATABASE = 'distributed';
const AT_REST_MS = 5000;

/** What a measurement has to work with. */
interface RunContext {
  readonly kit: Kit & { readonly port: number };
  readonly sizes: Sizes;
  /** The variables that lead to the engines. */
  readonly engines: Readonly<Record<string, string>>;
}

/** The services apart, and beside them in the same run what their targets are held against. */
export async function benchDistributed(quick: boolean): Promise<void> {
  const kit = await openKit({ max_connections: '200' });
  const sizes = sizesOf(quick);
  try {
    say('Starting the engines');
    const names = ['kafka', 'opensearch', 'redis', 's3'] as const;
    const engines = await openEngines(names, { dir: path.join(kit.scratch, 'engines') });
    try {
      const port = 20_000 + (process.pid % 10_000);
      const ground = { kit: { ...kit, port }, sizes, engines: engines.env };
      const text = await measureAll(ground, await replay(kit, quick));
      console.log(text);
      if (!quick) await writeReport(text);
    } finally {
      await engines.stop();
    }
  } catch (fault) {
    // Before what is still open falls with the database.
    console.error(fault);
    process.exitCode = 1;
  } finally {
    await kit.close();
  }
}

async function measureAll(ground: RunContext, replayed: string): Promise<string> {
  const { sizes } = ground;
  const inFlight = 'commands, 64 at once';
  const reindexed = await reindexAll(ground);
  const standalone = await commandsOfStandalone(ground);
  const product = await openServices(ground);
  try {
    // A moment after the start, in which each has opened what it needs.
    await sleep(AT_REST_MS);
    const atRest = await memoryOfEach(product);
    const measured = await measureRunning(ground, product);
    const { results, roundTrip, searched, caughtUp, ...found } = measured;
    const screen = `command to screen, ${sizes.sockets[0]} watching`;
    const targets = targetsOf({
      ...{ roundTrip, reindexed, searched, catchUp: caughtUp, events: sizes.caughtUp },
      commands: results.get(inFlight)!,
      standalone: standalone.get(inFlight)!,
      cores: {
        product: results.get(`cores for ${inFlight}`)!.p50,
        standalone: standalone.get(`cores for ${inFlight}`)!.p50,
      },
      toScreen: results.get(screen)!,
    });
    const goals = goalsOf(results.get(screen)!, atRest);
    const { startedAnew } = caughtUp;
    const more = { delayMs: sizes.delayMs, events: sizes.caughtUp, startedAnew };
    return figures({ ...found, ...more, results, standalone, targets, goals, replayed });
  } finally {
    await product.stop();
  }
}

async function measureRunning({ kit, sizes, engines }: RunContext, product: Product) {
  const log = await openLog(kit.pg.url(DATABASE));
  const system = runningProduct(kit, product);
  const [brokers, opensearch] = [engines['KAFKA_BROKERS']!, engines['OPENSEARCH_URL']!];
  say('Measuring the product through its gateway');
  const results = await measureSystem(system, sizes);
  const memory = await memoryOfEach(product);
  say('Measuring the Kafka round trip');
  const trip = await roundTrip(brokers, sizes.seconds);
  say('Measuring searches');
  await system.start();
  const searched = await searching(system, { ...sizes, url: opensearch, alias: NAME });
  say('Measuring the catch-up');
  const caughtUp = await catchUp({
    ...{ product, log, brokers, cookie: system.token(), topic: `${NAME}.events` },
    ...{ events: sizes.caughtUp, rounds: sizes.rounds },
  });
  await system.stop();
  say('Measuring the workers');
  const workers = await throughputOfWorkers({
    ...{ product, log, brokers, opensearch, group: `${NAME}.events.search-indexer` },
    ...{ events: sizes.worked, delayMs: sizes.delayMs },
  });
  await log.close();
  return { results, memory, roundTrip: trip, searched, caughtUp, workers };
}

async function commandsOfStandalone({ kit, sizes }: RunContext): Promise<Results> {
  say('Measuring commands of the standalone profile');
  const results: Results = new Map();
  const system = openStandalone({ ...kit, port: kit.port + 1 });
  await system.setup();
  await system.start();
  try {
    await commands(system, sizes, results);
  } finally {
    await system.stop();
  }
  return results;
}

async function openServices({ kit, engines }: RunContext): Promise<Product> {
  say('Starting the services');
  await kit.pg.freshDb(DATABASE);
  const FEUSA_MASTER_KEY = TEST_MASTER_KEY.toString('base64');
  const env = { ...account, FEUSA_MASTER_KEY, FEUSA_LOG_LEVEL: 'warn', NODE_ENV: 'production' };
  return openProduct(
    { dir: path.join(kit.scratch, 'services'), port: kit.port, env },
    { ...engines, DATABASE_URL: kit.pg.url(DATABASE) },
  );
}

async function reindexAll({ kit, sizes, engines }: RunContext): Promise<Reindexing[]> {
  await kit.pg.freshDb('people');
  const log = await openLog(kit.pg.url('people'));
  const all: Reindexing[] = [];
  let before = 0;
  for (const people of sizes.reindexed) {
    say(`Measuring the reindex of ${people} people`);
    await log.add(people - before);
    const rounds = people > 10_000 ? 1 : sizes.rounds;
    all.push(await reindexing(log, { url: engines['OPENSEARCH_URL']!, people, rounds }));
    before = people;
  }
  await log.close();
  return all;
}

async function memoryOfEach({ services }: Product): Promise<Map<string, number>> {
  const all = new Map<string, number>();
  for (const { name, pid } of services) all.set(name, await memoryOf(pid ?? 0));
  return all;
}

const say = (what: string) => console.log(`${what} ...`);
