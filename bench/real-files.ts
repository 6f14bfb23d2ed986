// By hand: `npx tsx bench/real-files.ts DIRECTORY`. Writes a documentation tree of 10,000 files, 2,000 of them real
// PDFs and office documents, and 10,000 employees with their managers; `made-*.json` say which word each file has.
import { fork } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { company, csvOf } from './real/company.js';
import { LANES, writeTree } from './real/tree.js';

const [directory, lane] = process.argv.slice(2);
if (!directory) throw new Error('Which directory?');
if (lane === undefined) {
  await mkdir(directory, { recursive: true });
  await Promise.all(Array.from({ length: LANES }, (_, each) => writeLane(directory, each)));
  await writeFile(path.join(directory, 'employees.csv'), csvOf(company(10_000)));
} else {
  const made = await writeTree(path.join(directory, 'files'), Number(lane));
  await writeFile(path.join(directory, `made-${lane}.json`), JSON.stringify(made));
}

function writeLane(to: string, each: number): Promise<void> {
  const child = fork(import.meta.filename, [to, String(each)]);
  return new Promise((resolve, reject) =>
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`Part ${each} failed`)),
    ),
  );
}
