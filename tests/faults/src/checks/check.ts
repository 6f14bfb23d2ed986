import type { Load } from '../client/load.js';
import type { Report } from '../report.js';
import type { Harness } from '../harness.js';
import { checkBlobs } from './blobs.js';
import { checkLog } from './log.js';
import type { Outputs } from './outputs.js';
import { checkReadModel } from './read-model.js';
import { indexed } from './search-index.js';
import type { Sent } from '../client/client-log.js';
import { until } from '../until.js';

/** I9: every screen shows what the server answers, and each change came to it once, in order. */
async function checkScreens(
  harness: Harness,
  { browsers }: Load,
  boundMs: number,
): Promise<string[]> {
  const { position } = await harness.store.head();
  const found = await Promise.all(
    browsers.map(async (browser) => {
      let differences: string[] = [];
      const isSame = async () => (differences = await browser.differences(position)).length === 0;
      await until('a screen', isSame, boundMs).catch(() => undefined);
      return [...differences.slice(0, 3), ...browser.disorder.slice(0, 3)];
    }),
  );
  return found.flat().map((text) => `I9: ${text}`);
}

const SAMPLE = 40;

/** I8: who asks again with the same key gets the same answer. Those who had to ask more than once first. */
async function checkAnswers({ sender }: Harness, load: Load): Promise<string[]> {
  const settled = load.sent.filter(({ outcome }) => outcome !== 'unknown');
  const sample = settled.toSorted((a, b) => b.attempts.length - a.attempts.length).slice(0, SAMPLE);
  const broken: string[] = [];
  for (const sent of sample) {
    const reply = await sender.again(sent);
    const isSame =
      sent.outcome === 'acked'
        ? reply.status === 200 && JSON.stringify(reply.body) === JSON.stringify(sent.answer)
        : reply.code === sent.code;
    if (!isSame)
      broken.push(`I8: ${summary(sent)}, and then ${reply.status} ${reply.text.slice(0, 200)}`);
  }
  return broken;
}

const summary = ({ name, key, outcome, code, answer }: Sent) =>
  `${name} ${key} was first ${outcome} ${code ?? JSON.stringify(answer)}`;

/** How long after quiet the search index may still differ, ms. */
const INDEX_MS = 30_000;
/** How long after quiet a screen may still differ, ms. */
const SCREEN_MS = 5000;

/** Holds everything against the invariants, once nobody works any more. */
export async function check(
  harness: Harness,
  { load, outputs, report }: { load: Load; outputs: Outputs; report: Report },
): Promise<void> {
  const checks: readonly (readonly [string, () => Promise<string[]>])[] = [
    ['I1-I4', () => checkLog(harness)],
    ['I8', () => checkAnswers(harness, load)],
    ['I9', () => checkScreens(harness, load, SCREEN_MS)],
    ['I5', () => checkReadModel(harness)],
    ['I6', () => indexed(harness, INDEX_MS).then(() => [])],
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
