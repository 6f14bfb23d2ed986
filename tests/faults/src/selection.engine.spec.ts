import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { engineNames } from '@feusa/engines';
import { isMissing } from '@feusa/engines/contract';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Outputs } from './checks/outputs.js';
import { Environment } from './environment.js';
import { mutants } from './mutants/all.js';
import { runMutants } from './mutants/run-mutants.js';
import { Random } from './random.js';
import { Harness } from './harness.js';
import { play } from './scenario.js';
import { scenarios } from './scenarios/all.js';

const SEED = 20;
/** Other tests run at the same time, and how long things take is not what is tried here. */
const PATIENCE = 4;
/** The mutant is in the command service, whose other copy goes on when one is killed. */
const FEW = { commands: 2, queries: 1, workers: 1 };
const MINUTES = 60_000;

/** The rest takes half an hour, by `npm run faults`. */
const selected = ['F2', 'F13c'].map((id) => scenarios.find((each) => each.id === id)!);
const mutant = mutants.find(({ name }) => name === 'ack-before-commit')!;

const missing = await Promise.all(engineNames.map((name) => isMissing(name)));

(missing.some(Boolean) ? describe.skip : describe)('faults: a selection', () => {
  const random = new Random(SEED);
  const outputs = new Outputs();
  let dir: string;
  let environment: Environment;
  let harness: Harness;

  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'feusa-faults-'));
    environment = await Environment.open(dir, { brief: true, log: console.log });
    const options = { name: 'faults', random, length: 'brief', patience: PATIENCE } as const;
    harness = await Harness.open(environment, options);
  }, 5 * MINUTES);
  afterAll(async () => {
    await harness?.close();
    await environment?.close();
    await rm(dir, { recursive: true, force: true });
  }, MINUTES);

  it.each(selected)(
    '$id: $name',
    async (scenario) => {
      expect((await play(scenario, harness, outputs)).violations).toEqual([]);
    },
    5 * MINUTES,
  );

  it(
    `the mutant ${mutant.name} is found`,
    async () => {
      const options = { random, length: 'brief', services: FEW } as const;
      expect((await runMutants(mutant, environment, options)).violations).toEqual([]);
    },
    5 * MINUTES,
  );
});
