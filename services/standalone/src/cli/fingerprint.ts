import 'reflect-metadata';
import { readConfig } from '@feusa/adapters/config';
import { StartFault } from '@feusa/adapters/start-fault';
import type { ComparisonStep } from '@feusa/contracts/fingerprint';
import { joinDatabase } from '../database.js';
import { compareWithLog } from '../fingerprint/compare.js';
import { tell } from '../fingerprint/texts.js';
import { run } from './run.js';

const USAGE = `Usage: npm run fingerprint [-- --no-files]
Compares what is on the screens with a replay of the log: tables, search index, files.
Exit code 1 where anything differs.`;

const stages = {
  events: 'Replayed',
  'search-index': 'Search index',
  files: 'Files read',
} as const;

run(async () => {
  const given = process.argv.slice(2);
  if (given.includes('--help')) return console.log(USAGE);
  const strange = given.filter((each) => each !== '--no-files');
  if (strange.length > 0) throw new StartFault(USAGE);
  const config = readConfig(process.env);
  const database = await joinDatabase(config);
  try {
    const files = !given.includes('--no-files');
    const found = await compareWithLog(config, database.url, { files, onStep });
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
    const { lines, ok } = tell(found);
    for (const line of lines) console.log(line);
    if (!ok) process.exitCode = 1;
  } finally {
    await database.stop();
  }
});

let told = 0;
function onStep({ stage, done, of }: ComparisonStep): void {
  if (!process.stderr.isTTY || (performance.now() - told < 200 && done < of)) return;
  told = performance.now();
  process.stderr.write(`\r\u001b[K${stages[stage]} ${done} of ${of}`);
}
