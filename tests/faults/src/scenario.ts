import { setTimeout as sleep } from 'node:timers/promises';
import { check } from './checks/check.js';
import type { Outputs } from './checks/outputs.js';
import type { Load } from './client/load.js';
import { Report } from './report.js';
import type { Harness } from './harness.js';

const WARM_UP_MS = 1500;
const COOL_DOWN_MS = 1000;

/** What a scenario plays with: people are at work all the time. */
export interface RunContext {
  readonly harness: Harness;
  readonly load: Load;
  readonly report: Report;
}

export interface Scenario {
  /** As in the table of faults. */
  readonly id: string;
  readonly name: string;
  /** Makes the fault, and heals it. */
  run(stage: RunContext): Promise<void>;
}

/** Plays a scenario under load, then checks every invariant. Never rejects. */
export async function play(
  scenario: Scenario,
  harness: Harness,
  outputs: Outputs,
): Promise<Report> {
  const report = new Report(harness.options.patience);
  let load: Load | undefined;
  try {
    load = await harness.work();
    await sleep(WARM_UP_MS);
    await scenario.run({ harness, load, report });
    await sleep(COOL_DOWN_MS);
  } catch (fault) {
    report.expect(false, `the scenario broke off: ${describe(fault)}`);
  }
  await harness.environment
    .restore()
    .catch((fault: unknown) => report.expect(false, describe(fault)));
  if (!load) return report;
  await load.stop();
  await check(harness, { load, outputs, report });
  load.close();
  tellOfCommands(load, report);
  return report;
}

function tellOfCommands(load: Load, report: Report): void {
  const acked = load.sent.filter(({ outcome }) => outcome === 'acked').length;
  const unknown = load.sent.filter(({ outcome }) => outcome === 'unknown').length;
  report.fact(`${acked} of ${load.sent.length} commands accepted`);
  report.expect(unknown === 0, `${unknown} commands never got an answer`);
}

const describe = (fault: unknown) =>
  fault instanceof Error
    ? `${fault.message}${fault.cause ? ` (${String(fault.cause)})` : ''}`
    : String(fault);
