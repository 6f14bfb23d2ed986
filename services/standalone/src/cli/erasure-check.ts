import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { readConfig } from '@feusa/adapters/config';
import { openErasureCheck } from '@feusa/adapters/open-erasure-check';
import { joinDatabase } from '../database.js';
import { run } from './run.js';

const USAGE = 'Usage: npm run erasure-check -- VALUE...';

/** Says where any of the values is found, and fails where one is: in the database and the data directory. */
run(async () => {
  const values = process.argv.slice(2);
  if (values.length === 0 || values.includes('--help')) return console.log(USAGE);
  const config = readConfig(process.env);
  const database = await joinDatabase(config);
  const check = openErasureCheck(database.url);
  try {
    const places = [
      ...(await check.tablesWith(values)).map((table) => `table ${table}`),
      ...(await filesWith(path.resolve(config.FEUSA_DATA_DIR), values)).map(
        (file) => `file ${file}`,
      ),
    ];
    for (const place of places) console.log(`Found in ${place}`);
    if (places.length > 0) process.exitCode = 1;
    else
      console.log(
        'Found nowhere in the tables of the database and the files of the data directory.',
      );
  } finally {
    await check.close();
    await database.stop();
  }
});

async function filesWith(dir: string, values: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  const wanted = values.map((value) => Buffer.from(value.toLowerCase()).toString('latin1'));
  const longest = Math.max(...wanted.map((value) => value.length));
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true }).catch(
    () => [],
  )) {
    const file = path.relative(dir, path.join(entry.parentPath, entry.name));
    // The pages of the database keep what was freed until they are used again.
    if (!entry.isFile() || /^(postgres|engines)\b/.test(file)) continue;
    let before = '';
    for await (const chunk of createReadStream(path.join(dir, file), 'latin1')) {
      const text = before + (chunk as string).toLowerCase();
      if (wanted.some((value) => text.includes(value))) {
        found.push(file);
        break;
      }
      before = text.slice(-longest);
    }
  }
  return found;
}
