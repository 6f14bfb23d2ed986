import 'reflect-metadata';
import { readConfig } from '@feusa/profiles/config';
import type { ComparisonStep } from '@feusa/contracts/fingerprint';
import { readArguments, toolOf } from '../arguments.js';
import { withDatabase } from '@feusa/profiles/standalone-database';
import { compareWithLog } from './compare.js';
import { reportText } from './texts.js';
import { run } from '../run.js';

const ABOUT = `Compares what is on the screens with a replay of the log: tables, search index, files.
Exit code 1 where anything differs.`;

const tool = toolOf('fingerprint', ABOUT).option('--no-files', 'does not read the files');

const stages = {
  events: 'Replayed',
  'search-index': 'Search index',
  files: 'Files read',
} as const;

run(async () => {
  const { files } = readArguments<{ files: boolean }>(tool).values;
  const config = readConfig(process.env);
  const found = await withDatabase(config, (url) => compareWithLog(config, url, { files, onStep }));
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  const { lines, ok } = reportText(found);
  for (const line of lines) console.log(line);
  if (!ok) process.exitCode = 1;
});

let printedAt = 0;
function onStep({ stage, done, of }: ComparisonStep): void {
  if (!process.stderr.isTTY || (performance.now() - printedAt < 200 && done < of)) return;
  printedAt = performance.now();
  process.stderr.write(`\r\u001b[K${stages[stage]} ${done} of ${of}`);
}
