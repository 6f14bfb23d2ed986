import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { isCost, ratiosIn, worse } from './compare.js';
import floor from './floor.driver.mjs';
import { openKit, type Kit } from './kit.js';
import type { Figures } from './measure.js';
import product from './product.driver.mjs';
import { cell, commit, machine, number, writeAbove } from './table.js';
import { measureSystem, scaleOf, type Results, type System } from './workloads.js';

/** The product's own rebuild of a read model from 100,000 events that eight writers appended. */
export async function replay({ pg }: Kit, quick: boolean): Promise<string> {
  await pg.freshDb('replay');
  const events = quick ? 10_000 : 100_000;
  const script = path.join(import.meta.dirname, 'replay.ts');
  const args = ['--import', 'tsx', script, pg.url('replay'), String(events)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const found = JSON.parse(stdout) as { toTablePerBatch: number; peopleAfterEightWriters: string };
  return `Replay of ${events} events into tables: ${found.toTablePerBatch} a second; people found after eight concurrent writers: ${found.peopleAfterEightWriters}.`;
}

/** Of the rates; of the medians where the rate is given or a single figure was taken. */
function ratio(name: string, ours: Figures, bare: Figures): string {
  const byTime = Number.isNaN(ours.rate) || isCost(name);
  return number(byTime ? ours.p50 / bare.p50 : ours.rate / bare.rate);
}

function tableOf(bare: Results, ours: Results): string {
  const rows = [...ours].map(([name, figures]) => {
    const other = bare.get(name)!;
    return `| ${name} | ${cell(figures)} | ${cell(other)} | ${ratio(name, figures, other)} |`;
  });
  const head = '| measured | product | floor | product : floor |\n| --- | --- | --- | --- |';
  return [head, ...rows].join('\n');
}

const REPORT = path.join(import.meta.dirname, '../docs/performance.md');
const REST = '## What limits what';

/** The figures of one run, and of which commit they are; what is said of them below stays. */
async function writeReport(table: string, replayed: string): Promise<void> {
  const head = `# Performance

Made by \`npm run bench\` on ${machine()}, of commit ${await commit()}.
The floor is a bare single process with the same parts and none of the duties: no sign-in, no validation, no
history that proves itself. Both write durably, to the same PostgreSQL; the load comes from the same cores.
Rates are per second, times are median / 99th percentile.

${table}

${replayed}
`;
  await writeAbove(REPORT, REST, head);
}

/** Says what got worse since the figures that were committed last. */
async function tellWorse(table: string): Promise<void> {
  const lines = worse(ratiosIn(await readFile(REPORT, 'utf8')), ratiosIn(table));
  console.log(`\n${lines.length === 0 ? 'Nothing is worse by more than 10 %.' : lines.join('\n')}`);
}

/** The product in one process, and the floor beside it. */
export async function benchStandalone(quick: boolean): Promise<void> {
  const kit = await openKit();
  try {
    const port = 20_000 + (process.pid % 10_000);
    const systems: Record<string, System> = {
      floor: floor({ ...kit, port }),
      product: product({ ...kit, port: port + 1 }),
    };
    const results: Record<string, Results> = {};
    for (const [name, system] of Object.entries(systems)) {
      console.log(`Measuring the ${name} ...`);
      results[name] = await measureSystem(system, scaleOf(quick));
    }
    const table = tableOf(results['floor']!, results['product']!);
    const replayed = await replay(kit, quick);
    console.log(`${table}\n\n${replayed}`);
    await tellWorse(table);
    if (!quick) await writeReport(table, replayed);
  } finally {
    await kit.close();
  }
}
