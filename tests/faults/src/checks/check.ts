import type { Load } from '../client/load.js';
import type { Report } from '../report.js';
import type { Harness } from '../harness.js';
import { checkAnswers } from './answers.js';
import { checkBlobs } from './blobs.js';
import { checkLog } from './log.js';
import type { Outputs } from './outputs.js';
import { checkReadModel } from './read-model.js';
import { checkScreens } from './screens.js';
import { indexed } from './search-index.js';

/** How long after quiet the search index may still differ, ms. */
const INDEX_MS = 30_000;
/** How long after quiet a screen may still differ, ms. */
const SCREEN_MS = 5000;

/** Holds everything against the invariants, once nobody works any more. */
export async function check(
  harness: Harness,
  { load, outputs, report }: { load: Load; outputs: Outputs; report: Report },
): Promise<void> {
  const { patience } = report;
  const checks: readonly (readonly [string, () => Promise<string[]>])[] = [
    ['I1-I4', () => checkLog(harness)],
    ['I8', () => checkAnswers(harness, load)],
    ['I9', () => checkScreens(harness, load, SCREEN_MS * patience)],
    ['I5', () => checkReadModel(harness)],
    ['I6', () => indexed(harness, INDEX_MS * patience).then(() => [])],
    ['I7', () => checkBlobs(harness)],
    ['I11', () => outputs.check(harness)],
  ];
  for (const [name, run] of checks) {
    report.violations.push(
      ...(await run().catch((fault: unknown) => [`${name}: ${textOf(fault)}`])),
    );
  }
}

function textOf(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault);
  return fault.cause ? `${fault.message} (${textOf(fault.cause)})` : fault.message;
}
