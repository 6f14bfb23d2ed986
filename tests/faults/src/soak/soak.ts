import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Load } from '../client/load.js';
import { Report } from '../report.js';
import type { Harness } from '../harness.js';
import { until } from '../until.js';
import { greedyClients, type People } from './greedy.js';
import type { Answered, Orders } from './greedy-program.js';
import { judgeMemory, Memory } from './memory.js';
import { judgeWaits, waitsOf, type Span } from './waits.js';

const LOOK_MS = 5000;
/** A company that has grown to its end is as slow to show at rest as in the soak. */
const GROWN_WITHIN_MS = 5 * 60_000;
/** How long ordinary people are watched alone, for what they wait then. */
const REST_MS = 60_000;
/** The same before each kind, where the kinds come one after the other. */
const SHORT_REST_MS = 20_000;
/** Stands for every kind by itself, one after the other. */
const EACH = 'each';

export interface SoakOptions {
  readonly minutes: number;
  /** Kinds of greedy clients, all where there are none; or `each`. */
  readonly greedy: readonly string[];
  readonly ended: AbortSignal;
  readonly log: (line: string) => void;
}

interface Run extends SoakOptions {
  readonly people: People;
  readonly harness: Harness;
  readonly load: Load;
  readonly report: Report;
}

/**
 * Greedy clients beside ordinary ones: memory of each service is flat after the first sixth of the time,
 * and ordinary people wait at most three times as long as without them.
 */
export async function soak(harness: Harness, options: SoakOptions): Promise<Report> {
  const report = new Report(harness.options.patience);
  const basic = await harness.newPerson('basic', 'eve@feusa.example');
  const admin = await harness.newPerson('admin', 'mal@feusa.example');
  const people = { basic, admin };
  const all = Object.keys(greedyClients(harness.sender.address, people));
  const kinds = chosenOf(all, options.greedy);
  const load = await harness.work({ writers: 2 });
  const run = { ...options, people, harness, load, report };
  const isGrown = () => load.company.isFull || options.ended.aborted;
  await until('the company has grown', isGrown, GROWN_WITHIN_MS);
  await (options.greedy.includes(EACH) ? eachAlone : together)(run, kinds);
  await load.stop();
  load.close();
  report.expect(harness.nemesis.accidents().length === 0, harness.nemesis.accidents().join(', '));
  return report;
}

/** @throws Error for a kind that there is not */
function chosenOf(all: readonly string[], wanted: readonly string[]): readonly string[] {
  if (wanted.length === 0 || wanted.includes(EACH)) return all;
  const unknown = wanted.find((kind) => !all.includes(kind));
  if (unknown === undefined) return wanted;
  throw new Error(`No greedy client "${unknown}": there are ${[...all, EACH].join(', ')}`);
}

async function together(run: Run, kinds: readonly string[]): Promise<void> {
  const { harness, load, report, minutes, log } = run;
  const memory = new Memory(harness.product.services);
  const rest = await span(run, REST_MS);
  const busy = await beside(run, kinds, () => span(run, minutes * 60_000, memory));
  const waits = judgeWaits(report, waitsOf(load, rest), waitsOf(load, busy));
  for (const line of [...judgeMemory(memory, report, busy), ...waits]) log(line);
}

/** Tells which kind is felt by how much; memory says nothing in so short a time. */
async function eachAlone(run: Run, kinds: readonly string[]): Promise<void> {
  const { load, report, minutes, log } = run;
  for (const kind of kinds) {
    const rest = await span(run, SHORT_REST_MS);
    const ms = (minutes * 60_000) / kinds.length;
    const busy = await beside(run, [kind], () => span(run, ms));
    for (const line of judgeWaits(report, waitsOf(load, rest), waitsOf(load, busy))) log(line);
  }
}

/**
 * The greedy clients have a process of their own: in this one, what they do with their answers would make those wait
 * who are measured.
 */
async function beside(
  { harness, people, log }: Run,
  kinds: readonly string[],
  work: () => Promise<Span>,
): Promise<Span> {
  const program = path.join(import.meta.dirname, 'greedy-program.ts');
  const greedy = fork(program, { execArgv: ['--import', 'tsx'] });
  const orders: Orders = { address: harness.sender.address, people, kinds };
  greedy.send(orders);
  const took = await work();
  greedy.send('enough');
  const [answered] = (await once(greedy, 'message')) as [Answered];
  for (const [kind, answers] of Object.entries(answered)) log(`${kind}: ${counted(answers)}`);
  return took;
}

/** Waits and looks at memory meanwhile. */
async function span({ ended }: Run, ms: number, memory?: Memory): Promise<Span> {
  const from = Date.now();
  while (Date.now() < from + ms && !ended.aborted) {
    await memory?.look();
    await sleep(Math.min(LOOK_MS, ms), undefined, { signal: ended }).catch(() => undefined);
  }
  return { from, to: Date.now() };
}

const counted = (answers: Answered[string]): string =>
  answers.map(([status, count]) => `${count}× ${status}`).join(' ') || 'no answers to count';
