import { setTimeout as sleep } from 'node:timers/promises';
import type { Load } from '../client/load.js';
import { Report } from '../report.js';
import type { Harness } from '../harness.js';
import { greedyClients, type Answers, type Greedy } from './greedy.js';
import { judgeMemory, Memory } from './memory.js';
import { judgeWaits, waitsOf, type Span } from './waits.js';

const LOOK_MS = 5000;
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

type Clients = Readonly<Record<string, Greedy>>;

interface Run extends SoakOptions {
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
  const clients = greedyClients(harness.sender.address, { basic, admin });
  const chosen = chosenOf(clients, options.greedy);
  const load = await harness.work({ writers: 2 });
  const run = { ...options, harness, load, report };
  if (options.greedy.includes(EACH)) await eachAlone(run, clients);
  else await together(run, chosen);
  await load.stop();
  load.close();
  report.expect(harness.nemesis.accidents().length === 0, harness.nemesis.accidents().join(', '));
  return report;
}

/** @throws Error for a kind that there is not */
function chosenOf(clients: Clients, kinds: readonly string[]): Clients {
  if (kinds.length === 0 || kinds.includes(EACH)) return clients;
  const unknown = kinds.find((kind) => !clients[kind]);
  if (unknown !== undefined) {
    const all = [...Object.keys(clients), EACH].join(', ');
    throw new Error(`No greedy client "${unknown}": there are ${all}`);
  }
  return Object.fromEntries(kinds.map((kind) => [kind, clients[kind]!]));
}

async function together(run: Run, clients: Clients): Promise<void> {
  const { harness, load, report, minutes, log } = run;
  const memory = new Memory(harness.product.services);
  const rest = await span(run, REST_MS);
  const busy = await beside(run, clients, () => span(run, minutes * 60_000, memory));
  const waits = judgeWaits(report, waitsOf(load, rest), waitsOf(load, busy));
  for (const line of [...judgeMemory(memory, report, busy), ...waits]) log(line);
}

/** Tells which kind is felt by how much; memory says nothing in so short a time. */
async function eachAlone(run: Run, clients: Clients): Promise<void> {
  const { load, report, minutes, log } = run;
  const kinds = Object.entries(clients);
  for (const [kind, client] of kinds) {
    const rest = await span(run, SHORT_REST_MS);
    const ms = (minutes * 60_000) / kinds.length;
    const busy = await beside(run, { [kind]: client }, () => span(run, ms));
    for (const line of judgeWaits(report, waitsOf(load, rest), waitsOf(load, busy))) log(line);
  }
}

async function beside(run: Run, clients: Clients, work: () => Promise<Span>): Promise<Span> {
  const over = new AbortController();
  const all = Object.entries(clients).map(([kind, client]) => {
    const answers: Answers = new Map();
    return { kind, answers, done: client(over.signal, answers) };
  });
  const took = await work();
  over.abort();
  await Promise.all(all.map(({ done }) => done));
  for (const { kind, answers } of all) run.log(`${kind}: ${counted(answers)}`);
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

const counted = (answers: Answers): string =>
  [...answers].map(([status, count]) => `${count}× ${status}`).join(' ') || 'no answers to count';
