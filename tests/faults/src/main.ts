import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Outputs } from './checks/outputs.js';
import { playEmbedded } from './embedded.js';
import { Environment } from './environment.js';
import { mutants } from './mutants/all.js';
import { runMutants } from './mutants/run-mutants.js';
import { optionsOf, type Options } from './options.js';
import { Random } from './random.js';
import { seconds, type Report } from './report.js';
import { Harness } from './harness.js';
import { play } from './scenario.js';
import { scenarios } from './scenarios/all.js';
import { soak } from './soak/soak.js';
import { within } from './until.js';

/** Several times what the longest scenario takes. */
const SHORT_MS = 6 * 60_000;
const FULL_MS = 20 * 60_000;

interface Run extends Options {
  readonly environment: Environment;
  readonly random: Random;
  readonly ended: AbortSignal;
}

/** `npm run faults`: makes every fault and runs every mutant, one line each. */
async function main(options: Options, ended: AbortSignal): Promise<boolean> {
  const began = performance.now();
  console.log(`Seed ${options.seed}. Starting the engines ...`);
  const dir = await mkdtemp(path.join(tmpdir(), 'feusa-faults-'));
  const log = (line: string) => console.log(line);
  const environment = await Environment.open(dir, { brief: !options.full, log });
  const run: Run = { ...options, environment, random: new Random(options.seed), ended };
  try {
    const parts = [
      await playAll(run),
      await playAlone(run),
      await runAllMutants(run),
      await soakThrough(run),
    ];
    const isWell = parts.every(Boolean) && !ended.aborted;
    log(
      `${isWell ? 'All is well' : 'Not all is well'}, after ${seconds(performance.now() - began)}.`,
    );
    return isWell;
  } finally {
    await environment.close();
    if (options.keep) log(`What was written is in ${dir}.`);
    // An engine that was broken off may still be about to end.
    else await rm(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

const wanted = ({ only, ended }: Run, id: string) =>
  !ended.aborted && (only.length === 0 || only.includes(id));

async function playAll(run: Run): Promise<boolean> {
  const { environment, random, full, patience } = run;
  const length = full ? 'full' : 'short';
  if (!scenarios.some(({ id }) => wanted(run, id))) return true;
  const harness = await Harness.open(environment, { name: 'faults', random, length, patience });
  const outputs = new Outputs();
  let isWell = true;
  try {
    for (const scenario of scenarios) {
      if (!wanted(run, scenario.id)) continue;
      const what = `${scenario.id}, ${scenario.name},`;
      const report = await bounded(run, what, play(scenario, harness, outputs));
      isWell = print(scenario.id, scenario.name, report) && isWell;
    }
  } finally {
    await harness.close();
  }
  return isWell;
}

async function playAlone(run: Run): Promise<boolean> {
  if (!wanted(run, 'F35')) return true;
  const { random, full } = run;
  const rounds = full ? 20 : 6;
  const report = await bounded(run, 'F35', playEmbedded({ random, rounds }));
  return print('F35', 'kill -9 of the standalone profile, again and again', report);
}

async function runAllMutants(run: Run): Promise<boolean> {
  let isWell = true;
  for (const mutant of mutants) {
    if (!wanted(run, mutant.name)) continue;
    const { patience } = run;
    const options = { random: run.random.fork(), length: 'short', patience } as const;
    const report = await bounded(
      run,
      `mutant ${mutant.name}`,
      runMutants(mutant, run.environment, options),
    );
    isWell = print('', `mutant ${mutant.name}, where ${mutant.wrong}`, report) && isWell;
  }
  return isWell;
}

async function soakThrough(run: Run): Promise<boolean> {
  if (!run.only.includes('soak') || run.ended.aborted) return true;
  const { environment, random, patience, minutes, greedy, ended } = run;
  const log = (line: string) => console.log(`      ${line}`);
  const harness = await Harness.open(environment, {
    name: 'soak',
    random,
    length: 'full',
    patience,
  });
  try {
    const report = await soak(harness, { minutes, greedy, ended, log });
    return print('soak', `greedy clients for ${minutes} minutes`, report);
  } finally {
    await harness.close();
  }
}

/** What hangs ends the run with its name: nothing that follows could be believed. */
const bounded = <T>({ full, patience, ended }: Run, what: string, work: Promise<T>): Promise<T> =>
  within(what, work, { ms: (full ? FULL_MS : SHORT_MS) * patience, ended });

/** One line, and one more for each violation. Answers whether there is none. */
function print(id: string, name: string, { violations, facts, recoveredMs }: Report): boolean {
  const isWell = violations.length === 0;
  const time = recoveredMs === undefined ? '' : seconds(recoveredMs);
  const verdict = isWell ? 'ok' : 'FAILED';
  console.log(
    `${id.padEnd(5)}${verdict.padEnd(7)}${time.padStart(6)}  ${name}: ${facts.join(', ')}`,
  );
  for (const violation of violations) console.log(`      ${violation}`);
  return isWell;
}

/** A request to end breaks off what is under way; everything that was started is ended in order. */
function endOnSignals(): AbortSignal {
  const ended = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!ended.signal.aborted) console.log('Breaking off ...');
      ended.abort();
    });
  }
  return ended.signal;
}

main(optionsOf(process.argv.slice(2)), endOnSignals()).then(
  (isWell) => process.exit(isWell ? 0 : 1),
  (fault: unknown) => {
    console.error(fault instanceof Error ? `FAILED: ${fault.message}` : fault);
    process.exit(1);
  },
);
