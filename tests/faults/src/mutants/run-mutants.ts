import { Outputs } from '../checks/outputs.js';
import { buildServices } from '../build.js';
import type { Environment } from '../environment.js';
import { Report } from '../report.js';
import { Harness, type HarnessOptions } from '../harness.js';
import { play } from '../scenario.js';
import { scenarios } from '../scenarios/all.js';
import { pluginOf, type Mutant } from './mutant.js';

/** A crash may spare the moment in which the mutant is wrong, the more so on a machine that does much else. */
const TRIES = 3;

/**
 * Plays the mutant's scenario on it, again where that has not found it. A violation of the report means that the
 * mutant was not found.
 */
export async function runMutants(
  mutant: Mutant,
  environment: Environment,
  options: Pick<HarnessOptions, 'random' | 'length' | 'patience' | 'services'>,
): Promise<Report> {
  const built = await buildMutant(mutant);
  const scenario = scenarios.find(({ id }) => id === mutant.scenario);
  if (!scenario) throw new Error(`there is no scenario ${mutant.scenario}`);
  const { name, sql } = mutant;
  const report = new Report();
  const opening = Harness.open(environment, { ...options, name: `mutant-${name}`, built, sql });
  const harness = await opening.catch((fault: Error) =>
    report.expect(false, `nobody can work with it at all: ${fault.message}`),
  );
  if (!harness) return report;
  try {
    const seen: string[] = [];
    for (let tries = 1; tries <= TRIES; tries++) {
      const { violations } = await play(scenario, harness, new Outputs());
      const found = violations.find((violation) => mutant.found.test(violation));
      seen.push(...violations);
      if (found === undefined) continue;
      report.fact(`found by ${scenario.id}, try ${tries}, ${violations.length} violations`);
      report.fact(found.slice(0, 160));
      return report;
    }
    report.expect(false, `${scenario.id} does not find it in ${TRIES} tries: ${seen.join('; ')}`);
    return report;
  } finally {
    await harness.close();
  }
}

/** @throws where the product is built without one of its files, in none of its programs */
async function buildMutant(mutant: Mutant): Promise<string> {
  const { name, patches } = mutant;
  const changed = new Set<string>();
  const folder = await buildServices(`mutant-${name}`, pluginOf(mutant, changed));
  const left = patches.filter(({ file }) => !changed.has(file)).map(({ file }) => file);
  if (left.length > 0) throw new Error(`mutant ${name}: not in the product: ${left.join()}`);
  return folder;
}
