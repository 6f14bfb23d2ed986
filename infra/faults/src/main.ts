import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from './build.js';
import { Outputs } from './checks/outputs.js';
import { Ground } from './ground.js';
import { optionsOf, type Options } from './options.js';
import { Random } from './random.js';
import { seconds, type Report } from './report.js';
import { Rig } from './rig.js';
import { play } from './scenario.js';
import { scenarios } from './scenarios/all.js';

/** `npm run faults`: makes every fault, checks every invariant, one line each. */
async function main(options: Options, ended: AbortSignal): Promise<boolean> {
  const began = performance.now();
  console.log(`Seed ${options.seed}. Building, then starting the engines ...`);
  const built = await build('product');
  const dir = await mkdtemp(path.join(tmpdir(), 'feusa-faults-'));
  const ground = await Ground.open(dir, { brief: !options.full, log: (line) => console.log(line) });
  try {
    const isWell = await playAll(ground, built, { ...options, ended });
    console.log(
      `${isWell ? 'All well' : 'Not well'}, after ${seconds(performance.now() - began)}.`,
    );
    return isWell;
  } finally {
    await ground.close();
    if (!options.keep) await rm(dir, { recursive: true, force: true });
    else console.log(`What was written is in ${dir}.`);
  }
}

async function playAll(
  ground: Ground,
  built: string,
  { only, seed, full, ended }: Options & { ended: AbortSignal },
): Promise<boolean> {
  const rig = await Rig.open(ground, { name: 'faults', built, random: new Random(seed), full });
  const outputs = new Outputs();
  let isWell = true;
  try {
    for (const scenario of scenarios) {
      if (ended.aborted) return false;
      if (only.length > 0 && !only.includes(scenario.id)) continue;
      const report = await play(scenario, rig, outputs);
      tell(scenario.id, scenario.name, report);
      isWell &&= report.violations.length === 0;
    }
  } finally {
    await rig.close();
  }
  return isWell;
}

function tell(id: string, name: string, { violations, facts, recoveredMs }: Report): void {
  const verdict = violations.length === 0 ? 'ok' : 'FAILED';
  const time = recoveredMs === undefined ? '' : seconds(recoveredMs);
  console.log(
    `${id.padEnd(5)}${verdict.padEnd(7)}${time.padStart(6)}  ${name}: ${facts.join(', ')}`,
  );
  for (const violation of violations) console.log(`      ${violation}`);
}

/** The first request to end lets the present scenario finish, so that nothing is left running. */
function endOnSignals(): AbortSignal {
  const ended = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!ended.signal.aborted) console.log('Ending after this one ...');
      ended.abort();
    });
  }
  return ended.signal;
}

main(optionsOf(process.argv.slice(2)), endOnSignals()).then(
  (isWell) => process.exit(isWell ? 0 : 1),
  (fault: unknown) => {
    console.error(fault);
    process.exit(1);
  },
);
