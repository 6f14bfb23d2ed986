import { setTimeout as sleep } from 'node:timers/promises';
import type { Load } from '../client/load.js';
import { percentile, Report } from '../report.js';
import type { Rig } from '../rig.js';
import { greedyClients, type Answers } from './greedy.js';
import { Memory } from './memory.js';

const LOOK_MS = 5000;
/** How long ordinary people are watched alone, for what they wait then. */
const REST_MS = 60_000;
/** How much of the time memory may still grow: caches fill, the collector finds its pace. */
const SETTLING_SHARE = 1 / 6;
/** What a service may have more at the end than once it had settled, MiB. */
const SLACK_MIB = 40;
const SLACK_SHARE = 1.15;
const SLOWER = 3;
/** Below this nobody notices, and a factor means nothing, ms. */
const UNNOTICED_MS = 50;

/**
 * Greedy clients of every kind beside ordinary ones: memory of each service is flat after the first sixth of
 * the time, and ordinary people wait at most three times as long as without them.
 */
export async function soak(rig: Rig, minutes: number, ended: AbortSignal): Promise<Report> {
  const report = new Report(rig.options.patience);
  const memory = new Memory(rig.product.services);
  const basic = await rig.newPerson('basic', 'eve@feusa.example');
  const admin = await rig.newPerson('admin', 'mal@feusa.example');
  const load = await rig.work({ writers: 2 });
  const restFrom = Date.now();
  await sleep(REST_MS, undefined, { signal: ended }).catch(() => undefined);
  const from = Date.now();
  const rest = waits(load, restFrom, from);
  const all = new Map<string, Answers>();
  const over = new AbortController();
  const clients = greedyClients(rig.sender.address, { basic, admin });
  const greedy = Object.entries(clients).map(([name, client]) => {
    const answers: Answers = new Map();
    all.set(name, answers);
    return client(over.signal, answers);
  });
  while (Date.now() < from + minutes * 60_000 && !ended.aborted) {
    await memory.look();
    await sleep(LOOK_MS, undefined, { signal: ended }).catch(() => undefined);
  }
  const to = Date.now();
  over.abort();
  await Promise.all(greedy);
  await load.stop();
  load.close();
  judgeMemory(memory, report, { from, to });
  judgeWaits(report, rest, waits(load, from, to));
  report.expect(rig.nemesis.accidents().length === 0, rig.nemesis.accidents().join(', '));
  for (const [name, answers] of all) if (answers.size > 0) report.fact(`${name}: ${told(answers)}`);
  return report;
}

/** p99 of what ordinary people waited in a span of time, ms. */
const waits = ({ sent, reads }: Load, from: number, to: number) => {
  const within = <T extends { readonly at: number }>(all: readonly T[]) =>
    all.filter(({ at }) => at >= from && at <= to);
  return {
    commands: percentile(within(sent.flatMap(({ attempts }) => attempts)).map(msOf), 0.99),
    reads: percentile(within(reads).map(msOf), 0.99),
  };
};

const msOf = ({ ms }: { readonly ms: number }): number => ms;

function judgeWaits(
  report: Report,
  rest: ReturnType<typeof waits>,
  busy: ReturnType<typeof waits>,
): void {
  for (const kind of ['commands', 'reads'] as const) {
    const most = Math.max(UNNOTICED_MS, rest[kind]) * SLOWER * report.patience;
    const said = `${kind} p99 ${Math.round(busy[kind])} ms, at rest ${Math.round(rest[kind])} ms`;
    report.fact(said);
    report.expect(busy[kind] <= most, `${said}: more than ${Math.round(most)} ms`);
  }
}

function judgeMemory(
  memory: Memory,
  report: Report,
  { from, to }: { readonly from: number; readonly to: number },
): void {
  const part = (to - from) * SETTLING_SHARE;
  for (const name of memory.names) {
    const settled = memory.median(name, from + part, from + 2 * part);
    const last = memory.median(name, to - part, to);
    const said = `${name} ${Math.round(settled)} MiB, at the end ${Math.round(last)}`;
    report.fact(said);
    report.expect(last <= settled * SLACK_SHARE + SLACK_MIB, `its memory grows: ${said}`);
  }
}

const told = (answers: Answers): string =>
  [...answers].map(([status, count]) => `${count}× ${status}`).join(' ');
