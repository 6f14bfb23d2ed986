import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  EngineMissing,
  endLeftOver,
  engineNames,
  openEngines,
  type EngineName,
} from '@feusa/engines';
import { ENGINE_PREFIX } from './engine-addresses.js';
import { leftOut } from './left-out.js';
import { leftOvers, removeLeftOver } from './left-overs.js';
import { setup as setUpPostgres } from './postgres-setup.js';
import { scratchPlace } from './scratch.js';

const HOME = 'feusa-test-engines-';

/** What a run of tests is about. */
export interface Selection {
  /** All files are meant where it is empty. */
  readonly patterns: readonly string[];
  /** Whether the whole product is tried, in the distributed profile. */
  readonly isWhole: boolean;
}

/**
 * Starts PostgreSQL, and each engine that the selected files speak of, once for all of them. Servers that
 * FEUSA_TEST_KAFKA_BROKERS and its like name are used instead.
 * @returns the teardown
 * @throws EngineMissing under CI=true, where elsewhere the suites of a missing engine are skipped
 */
export const setup = async (selection: Selection): Promise<() => Promise<void>> => {
  await removeLeftovers();
  const home = (place: string) => mkdtemp(join(place, `${HOME}${process.pid}-`));
  const [scratch, disk] = [await home(await scratchPlace()), await home(tmpdir())];
  const names = await wanted(selection);
  // S3Proxy keeps what it knows of a file with the file, which not every system does in memory.
  const opening = names.map((name) => open(name, name === 's3' ? disk : scratch));
  const opened = await Promise.allSettled([setUpPostgres(), ...opening]);
  const close = async () => {
    await Promise.all(opened.map((each) => each.status === 'fulfilled' && each.value()));
    for (const each of [scratch, disk]) await rm(each, { recursive: true, force: true });
  };
  const failed = opened.find((each) => each.status === 'rejected');
  if (!failed) return close;
  await close();
  throw failed.reason;
};

/** @returns its end, with all its data */
const open = async (name: EngineName, dir: string): Promise<() => Promise<void>> => {
  const before = { ...process.env };
  try {
    const options = { dir, prefix: ENGINE_PREFIX, brief: true, log: console.log };
    const { env, engines, stop } = await openEngines([name], options);
    for (const [key, value] of Object.entries(env)) process.env[ENGINE_PREFIX + key] = value;
    return async () => {
      for (const key of Object.keys(env)) restore(key, before);
      await stop();
      await engines[name]?.wipe();
    };
  } catch (error) {
    if (!(error instanceof EngineMissing) || process.env['CI'] === 'true') throw error;
    leftOut(`The suites on ${name} were left out. ${error.message}`);
    return () => Promise.resolve();
  }
};

const restore = (key: string, before: NodeJS.ProcessEnv) => {
  const name = ENGINE_PREFIX + key;
  if (before[name] === undefined) delete process.env[name];
  else process.env[name] = before[name];
};

const root = resolve(import.meta.dirname, '../../..');

/** The whole product needs all; the engines' own specs start their own. */
const wanted = async ({ patterns, isWhole }: Selection): Promise<readonly EngineName[]> => {
  if (isWhole) return engineNames;
  const places = ['packages', 'services', 'tools', 'tests', 'infra'];
  const files = (await Promise.all(places.map(engineSpecs))).flat();
  const isMeant = (file: string) =>
    patterns.length === 0 || patterns.some((pattern) => new RegExp(pattern).test(file));
  const meant = files.filter((file) => !file.includes('/infra/engines/') && isMeant(file));
  const texts = await Promise.all(meant.map(async (file) => file + (await readFile(file, 'utf8'))));
  if (texts.some((text) => text.includes('Product.open('))) return engineNames;
  return engineNames.filter((name) => texts.some((text) => new RegExp(name, 'i').test(text)));
};

const engineSpecs = async (folder: string): Promise<string[]> => {
  const names = await readdir(join(root, folder), { recursive: true });
  return names
    .filter((name) => name.endsWith('.engine.spec.ts') && !name.includes('node_modules'))
    .map((name) => join(root, folder, name));
};

/** A test run that was killed could remove nothing. */
const removeLeftovers = async () => {
  for (const home of await leftOvers(HOME)) {
    for (const name of engineNames) await endLeftOver(join(home, name));
    await removeLeftOver(home);
  }
};
