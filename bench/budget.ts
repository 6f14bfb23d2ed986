import path from 'node:path';
import pg from 'pg';
import { partNames, sharesOf } from './budget/parts.js';
import { openProfiler, sourceFinder } from './budget/profile.js';
import { noise, people } from './data.js';
import floor from './floor.driver.mjs';
import { clockOfPostgres, cpuOf, cpuOfMainThread } from './growth/cost.js';
import { openKit, type Kit } from './kit.js';
import { closedLoop } from './measure.js';
import product from './product.driver.mjs';
import { commit, machine, writeAbove } from './table.js';
import type { System } from './workloads.js';

/** µs of the processor for one operation: by part, and what works beside the main thread. */
interface Spent {
  readonly parts: ReadonlyMap<string, number>;
  /** Compilation, encryption of connections, the file system. */
  readonly threads: number;
  readonly postgres: number;
}

interface Work {
  readonly name: string;
  readonly width: number;
  readonly call: (system: System, at: number) => Promise<unknown>;
}

const MEBIBYTE = 1 << 20;

function makeWorks(): readonly Work[] {
  const all = people(10_000);
  const bytes = noise(MEBIBYTE, 1);
  const file = (at: number) => Buffer.concat([Buffer.from(`${at} `), bytes.subarray(16)]);
  const folder = (system: System, at: number) => system.createFolder(`Folder ${at}`);
  return [
    { name: 'a folder, 1 at once', width: 1, call: folder },
    { name: 'a folder, 64 at once', width: 64, call: folder },
    {
      name: 'a person, 16 at once',
      width: 16,
      call: (system, at) => system.createEmployee(all[at % all.length]!),
    },
    {
      name: 'a file of 1 MiB, 1 at once',
      width: 1,
      call: (system, at) => system.uploadFile(file(at)),
    },
  ];
}

interface Setting {
  readonly kit: Kit;
  /** The port at which the profiler is asked. */
  readonly inspected: number;
  readonly seconds: number;
  readonly works: readonly Work[];
}

/** Does each piece of work twice, so that its code is warm, and looks at the second time. */
async function measure({ kit, inspected, seconds, works }: Setting, system: System) {
  const connection = new pg.Client(kit.pg.url(system.name));
  await system.setup();
  await system.start();
  await connection.connect();
  const postgres = await clockOfPostgres(connection);
  const profiler = await openProfiler(inspected);
  const sourceOf = sourceFinder();
  const pid = system.pids()[0]!;
  let at = 0;
  const measured = async ({ width, call }: Work): Promise<Spent> => {
    const loop = () => closedLoop(width, seconds, () => call(system, at++));
    await loop();
    const [whole, main, theirs, from] = [
      await cpuOf(pid),
      await cpuOfMainThread(pid),
      await postgres(),
      at,
    ];
    await profiler.start();
    await loop();
    const profile = await profiler.stop();
    const each = (ms: number) => (ms * 1000) / (at - from);
    const mainThread = each((await cpuOfMainThread(pid)) - main);
    const shares = [...sharesOf(profile, sourceOf)];
    return {
      parts: new Map(shares.map(([part, share]) => [part, share * mainThread])),
      threads: each((await cpuOf(pid)) - whole) - mainThread,
      postgres: each((await postgres()) - theirs),
    };
  };
  try {
    const found = [];
    for (const work of works) {
      console.log(`Measuring ${work.name} of the ${system.name} ...`);
      found.push(await measured(work));
    }
    return found;
  } finally {
    profiler.close();
    await connection.end();
    await system.stop();
  }
}

const micro = (value: number | undefined) => (value ? Math.round(value).toString() : '–');

function tableOf(works: readonly Work[], ours: readonly Spent[], bare: readonly Spent[]): string {
  const row = (name: string, of: (spent: Spent) => number | undefined) =>
    `| ${name} | ${ours.map((spent, at) => `${micro(of(spent))} | ${micro(of(bare[at]!))}`).join(' | ')} |`;
  const total = ({ parts, threads, postgres }: Spent) =>
    [...parts.values()].reduce((sum, each) => sum + each, threads + postgres);
  const heads = works.map(({ name }) => `${name}: product | floor`);
  return [
    `| what works | ${heads.join(' | ')} |`,
    `| --- | ${heads.map(() => '---: | ---:').join(' | ')} |`,
    ...partNames.map((part) => row(part, ({ parts }) => parts.get(part))),
    row('other threads', ({ threads }) => threads),
    row('PostgreSQL', ({ postgres }) => postgres),
    row('all', total),
  ].join('\n');
}

const REPORT = path.join(import.meta.dirname, '../docs/performance-budget.md');

/** Where the processor's time of an operation goes, in the product and in the floor. */
export async function benchBudget(quick: boolean): Promise<void> {
  const kit = await openKit();
  const port = 20_000 + (process.pid % 10_000);
  const inspected = port + 2;
  const flags = [`--inspect=127.0.0.1:${inspected}`];
  const launch: Kit['launch'] = (name, file, args, options) =>
    kit.launch(name, file, [...flags, ...args], options);
  try {
    const given = { ...kit, launch };
    const setting = { kit, inspected, seconds: quick ? 2 : 8, works: makeWorks() };
    const bare = await measure(setting, floor({ ...given, port }));
    const ours = await measure(setting, product({ ...given, port: port + 1 }));
    const table = tableOf(setting.works, ours, bare);
    console.log(table);
    if (!quick) await writeReport(table);
  } finally {
    await kit.close();
  }
}

const REST = '## What it shows';

/** The figures of one run, and of which commit they are; what is said of them below stays. */
async function writeReport(table: string): Promise<void> {
  const head = `# What an operation costs

Made by \`npm run bench -- --budget\` on ${machine()}, of commit ${await commit()}.
µs of the processor for one operation in the product and in the floor of [performance.md](performance.md), once its code is
warm. The main thread's time is split by the files that work, as a profiler sees them; Node's own work, such as writing
to a socket, counts for whoever asked for it. What a pause between two operations costs (caches that went cold, a
process that has to be woken) is in all of them: one at a time everything takes several times as long.

${table}
`;
  await writeAbove(REPORT, REST, head);
}
