// By hand, after a build: `npx tsx bench/real-data.ts DIRECTORY`, which `bench/real-files.ts` has filled. Imports it
// into a new installation in DIRECTORY/data with the product's own tools, and prints what
// docs/performance-real-data.md says.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { FindPage } from '@feusa/contracts/find';
import type { ImportPlan, ImportResult } from '@feusa/contracts/imports';
import { openProduct } from './real/product.js';
import { costOf } from './real/processes.js';
import { LANES, type Made } from './real/tree.js';

const READS = 20;
const LOOK_MS = 100;

const directory = path.resolve(process.argv[2] ?? '');
const parts = Array.from({ length: LANES }, async (_, lane) => {
  const text = await readFile(path.join(directory, `made-${lane}.json`), 'utf8');
  return JSON.parse(text) as Made[];
});
const made = (await Promise.all(parts)).flat();
const say = (what: string, figures: unknown) => console.log(what, JSON.stringify(figures));
const seconds = (since: number) => Math.round((performance.now() - since) / 100) / 10;

const product = await openProduct(path.join(directory, 'data'));
try {
  say('at', product.origin);
  say('at rest', await costOf(product.pid));
  const began = performance.now();
  say('files', { ...(await importFiles()), cost: await costOf(product.pid) });
  say('people', await importPeople());
  say('texts', { ...(await findAll()), afterImportBegan: seconds(began) });
  say('faults', await faultsOfTexts());
  const again = performance.now();
  await product.tool('import', path.join(directory, 'files'));
  say('files again', { seconds: seconds(again) });
  for (const [what, address] of Object.entries(await reads())) say(what, await timed(address));
  say('afterwards', { ...(await costOf(product.pid)), MiB: await sizes() });
} finally {
  await product.close();
}

async function importFiles() {
  const began = performance.now();
  const output = await product.tool('import', path.join(directory, 'files'));
  return { seconds: seconds(began), says: output.trim().split('\n').slice(-4) };
}

/** Looks for the word of each file until it is found in just that one. */
async function findAll() {
  const began = performance.now();
  const times: number[] = [];
  const found: Record<string, number> = {};
  for (const { kind, mark, path: file } of made) {
    if (mark === undefined) continue;
    times.push(await findOne(mark, path.basename(file)));
    found[kind] = (found[kind] ?? 0) + 1;
  }
  return { seconds: seconds(began), found, ...spread(times) };
}

async function findOne(mark: string, name: string): Promise<number> {
  for (let tries = 0; tries < 6000; tries++) {
    const asked = performance.now();
    const { hits } = await product.json<FindPage>(`/api/find?q=${mark}`);
    const took = performance.now() - asked;
    if (hits.length === 1 && hits[0]?.name === name && hits[0].matched === 'content') return took;
    await sleep(LOOK_MS);
  }
  throw new Error(`${mark} is not found in ${name}`);
}

async function faultsOfTexts(): Promise<string[]> {
  const { body } = await product.raw('/api/tree');
  return String(body).match(/"searchable":false,"reason":"[^"]*"/g) ?? [];
}

async function importPeople() {
  const csv = await readFile(path.join(directory, 'employees.csv'));
  const planned = performance.now();
  const { planId, counts } = await product.json<ImportPlan>('/api/imports/employees', csv);
  const planSeconds = seconds(planned);
  const carried = performance.now();
  let result: ImportResult;
  do result = await product.json(`/api/imports/employees/${planId}`, '');
  while (result.left > 0);
  const { added, failed } = result;
  return { counts, planSeconds, added, failed: failed.length, seconds: seconds(carried) };
}

async function reads(): Promise<Record<string, string>> {
  const folder = async (id: string, name: string) => {
    const { folders } = await product.json<{ folders: { id: string; name: string }[] }>(
      `/api/folders${id && `/${id}`}`,
    );
    return folders.find((each) => each.name === name)?.id ?? '';
  };
  const crowded = await folder(await folder('', 'Archive'), 'Everything before the move');
  return {
    ...{ 'the top': '/api/folders', 'a folder of 1,200': `/api/folders/${crowded}` },
    ...{ 'the whole tree': '/api/tree', 'the whole directory': '/api/employees' },
    ...{ 'a page of employees': '/api/employees?limit=100', 'the org chart': '/api/org-chart' },
    ...{ 'a frequent word': '/api/find?q=hydraulic', 'two words': '/api/find?q=torque+gearbox' },
    ...{ 'the start of a word': '/api/find?q=calib', home: '/api/me/home' },
  };
}

async function timed(address: string) {
  const times: number[] = [];
  let bytes = 0;
  for (let left = READS; left > 0; left--) {
    const began = performance.now();
    bytes = (await product.raw(address)).body.length;
    times.push(performance.now() - began);
  }
  return { kB: Math.round(bytes / 1000), ...spread(times) };
}

function spread(times: readonly number[]) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (part: number) =>
    Math.round(sorted[Math.floor(part * (sorted.length - 1))]! * 10) / 10;
  return { median: at(0.5), p95: at(0.95), slowest: at(1) };
}

async function sizes(): Promise<Record<string, string>> {
  const places = [path.join(directory, 'files'), ...['', 'postgres', 'blobs'].map(inData)];
  const { stdout } = await promisify(execFile)('sh', ['-c', `du -sm ${places.join(' ')} || true`]);
  const lines = stdout.trim().split('\n');
  return Object.fromEntries(lines.map((line) => line.split('\t').reverse() as [string, string]));
}

function inData(name: string): string {
  return path.join(directory, 'data', name);
}
