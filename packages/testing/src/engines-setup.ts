import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  EngineMissing,
  endLeftOver,
  engineNames,
  openEngines,
  type EngineName,
} from '@feusa/engines';
import type { TestProject } from 'vitest/node';
import { ENGINE_PREFIX } from './engine-addresses.js';
import { leftOvers } from './left-overs.js';
import { setup as setUpPostgres } from './postgres-setup.js';

const HOME = 'feusa-test-engines-';

/**
 * Vitest global setup: PostgreSQL, and each engine that the selected files speak of, once for all of
 * them. Servers that FEUSA_TEST_KAFKA_BROKERS and its like name are used instead.
 * @returns the teardown
 * @throws EngineMissing under CI=true, where elsewhere the suites of a missing engine are skipped
 */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  await removeLeftovers();
  const dir = await mkdtemp(join(tmpdir(), `${HOME}${process.pid}-`));
  const names = await wanted(project);
  const opening = [setUpPostgres(), ...names.map((name) => open(name, dir))];
  const opened = await Promise.allSettled(opening);
  const close = async () => {
    await Promise.all(opened.map((each) => each.status === 'fulfilled' && each.value()));
    await rm(dir, { recursive: true, force: true });
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
    console.log(`The suites on ${name} are skipped. ${error.message}`);
    return () => Promise.resolve();
  }
};

const restore = (key: string, before: NodeJS.ProcessEnv) => {
  const name = ENGINE_PREFIX + key;
  if (before[name] === undefined) delete process.env[name];
  else process.env[name] = before[name];
};

/** The whole product needs all; the engines' own specs start their own. */
const wanted = async (project: TestProject): Promise<readonly EngineName[]> => {
  if (project.name.endsWith('distributed')) return engineNames;
  const { filenamePattern } = project.vitest as unknown as { filenamePattern?: string[] };
  const { testFiles } = await project.globTestFiles(filenamePattern);
  const texts = testFiles
    .filter((file) => !file.includes('/infra/native/'))
    .map((file) => file + readFileSync(file, 'utf8'));
  if (texts.some((text) => text.includes('Product.open('))) return engineNames;
  return engineNames.filter((name) => texts.some((text) => new RegExp(name, 'i').test(text)));
};

/** A test run that was killed could remove nothing. */
const removeLeftovers = async () => {
  for (const home of await leftOvers(HOME)) {
    for (const name of engineNames) await endLeftOver(join(home, name));
    await rm(home, { recursive: true, force: true });
  }
};
