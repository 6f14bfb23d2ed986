import { Outputs } from '../checks/outputs.js';
import { build } from '../build.js';
import type { Ground } from '../ground.js';
import { Report } from '../report.js';
import { Rig, type RigOptions } from '../rig.js';
import { play } from '../scenario.js';
import { scenarios } from '../scenarios/all.js';
import { pluginOf, type Mutant } from './mutant.js';

/** Plays the mutant's scenario on it. A violation of the report means that the mutant was not found. */
export async function hunt(
  mutant: Mutant,
  ground: Ground,
  options: Pick<RigOptions, 'random' | 'length'>,
): Promise<Report> {
  const built = await build(`mutant-${mutant.name}`, [pluginOf(mutant)]);
  const scenario = scenarios.find(({ id }) => id === mutant.scenario);
  if (!scenario) throw new Error(`there is no scenario ${mutant.scenario}`);
  const { name, sql } = mutant;
  const rig = await Rig.open(ground, { ...options, name: `mutant-${name}`, built, sql });
  try {
    const { violations } = await play(scenario, rig, new Outputs());
    const report = new Report();
    const found = violations.find((violation) => mutant.found.test(violation));
    report.expect(found !== undefined, `${scenario.id} does not find it: ${violations.join('; ')}`);
    report.fact(`found by ${scenario.id}, ${violations.length} violations`);
    if (found) report.fact(found.slice(0, 160));
    return report;
  } finally {
    await rig.close();
  }
}
