import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { endOf, exportLines } from '@feusa/query/audit/export';
import { verifyLog } from '@feusa/query/audit/verify';
import { rebuildHistory } from '@feusa/query/as-of/rebuild';
import { rebuild } from '@feusa/query/read-model/rebuild';
import { appendCost, median, type AppendCost } from './audit/append-cost.js';
import { hashLines, hashRows } from './audit/floor.js';
import { openBigLog, type BigLog } from './audit/log.js';
import { sizesOf, type Sizes } from './audit/sizes.js';
import { openKit, type Kit } from './kit.js';
import { writeAuditReport, type Timed } from './audit/report.js';

const ROOT = path.join(import.meta.dirname, '..');
const ROUNDS = 3;

/** How fast the log is proved and replayed, how large it is, and what its tree costs commands. */
export async function benchAudit(quick: boolean): Promise<void> {
  const kit = await openKit();
  try {
    const events = quick ? 50_000 : 1_000_000;
    const log = await bigLog(kit, events);
    const timed = await timeAll(log, { kit, events });
    const sizes = await sizesOf(log.pool);
    await log.close();
    say('Measuring commands with and without the tree');
    const cost = await appendCost(
      kit,
      quick ? { rounds: 1, seconds: 1 } : { rounds: 5, seconds: 3 },
    );
    await report({ events, timed, sizes, cost }, quick);
  } finally {
    await kit.close();
  }
}

async function bigLog(kit: Kit, events: number): Promise<BigLog> {
  say(`Writing ${events} events`);
  await kit.pg.freshDb('audit');
  const keys = path.join(kit.scratch, 'keys');
  await mkdir(keys);
  const log = await openBigLog(kit.pg.url('audit'), keys);
  await log.fill(events);
  return log;
}

interface RunContext {
  readonly kit: Kit;
  readonly events: number;
}

async function timeAll(log: BigLog, { kit, events }: RunContext): Promise<Timed[]> {
  const { store, tree, pool } = log;
  const file = path.join(kit.scratch, 'export.ndjson');
  const place = { url: log.url, role: log.role, store };
  const timed: Timed[] = [];
  const time = async (
    name: string,
    floor: string | undefined,
    work: () => Promise<unknown>,
    rounds = ROUNDS,
  ) => {
    say(`Measuring ${name}`);
    const seconds: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const started = performance.now();
      await work();
      seconds.push((performance.now() - started) / 1000);
    }
    timed.push({ name, floor, rate: events / median(seconds) });
    console.log(`  ${Math.round(events / median(seconds))} a second`);
  };
  say('Measuring the tree');
  timed.push({
    name: 'making the tree of a log that has none',
    floor: ROWS,
    rate: events / (await log.grow()),
  });
  await tree.checkpoint(events);
  await time(ROWS, undefined, () => hashRows(pool));
  await time('verification in the product: chain and columns', ROWS, () => whole(verifyLog(store)));
  await time('the same with tree and checkpoints', ROWS, () => whole(verifyLog(store, tree)));
  await pipeline(
    Readable.from(exportLines(store, await endOf(store, tree))),
    createWriteStream(file),
  );
  await time(LINES, undefined, () => hashLines(file));
  await time(
    '`npm run verify-log` on an export',
    LINES,
    () => run('dist/cli/verify-log.js', file),
    1,
  );
  await time(
    '`verify.mjs` on the same export',
    LINES,
    () => run('services/query/src/audit/bundle/verify.mjs', file),
    1,
  );
  await time('replay into the read model', ROWS, () => rebuild(place), 1);
  await time('replay into the past', ROWS, () => rebuildHistory(place), 1);
  return timed;
}

const ROWS = 'reading the rows and SHA-256 of each';
const LINES = 'reading the lines of an export and SHA-256 of each';

async function whole(verdict: Promise<{ readonly ok: boolean }>): Promise<void> {
  if (!(await verdict).ok) throw new Error('the log is not whole');
}

async function run(script: string, file: string): Promise<void> {
  await promisify(execFile)(process.execPath, [path.join(ROOT, script), file]);
}

interface Found {
  readonly events: number;
  readonly timed: readonly Timed[];
  readonly sizes: Sizes;
  readonly cost: AppendCost;
}

async function report(found: Found, quick: boolean): Promise<void> {
  const text = writeAuditReport(found);
  console.log(text);
  if (!quick) await writeFile(path.join(ROOT, 'docs/performance-audit-log.md'), text);
}

const say = (what: string) => console.log(`${what} ...`);
