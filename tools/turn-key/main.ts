import { readConfig } from '@feusa/profiles/config';
import { withDatabase } from '@feusa/profiles/standalone-database';
import { readArguments, toolOf } from '../arguments.js';
import { run } from '../run.js';
import { turnIdempotency } from './idempotency.js';
import { turnMaster, type MasterOptions } from './master.js';

const ABOUT = `Turns a key while the product runs. KEY is master (wraps the keys of people) or idempotency (knows repeated commands again).
Where it was interrupted, call it again.`;

const tool = toolOf('turn-key', ABOUT)
  .argument('<key>', 'master or idempotency')
  .option('--file <file>', 'master: a file with the next key, in place of FEUSA_NEXT_MASTER_KEY')
  .option('--command <command>', 'master: what prints the next key')
  .option('--finish', 'master: lets go of the old key');

run(async () => {
  const { values, words } = readArguments<MasterOptions>(tool);
  const [key] = words;
  const config = readConfig(process.env);
  const print = (line: string) => console.log(line);
  const turn = { master: turnMaster, idempotency: turnIdempotency }[key ?? ''];
  if (!turn) return tool.error(`There is no key ${key}: it is master or idempotency.`);
  await withDatabase(config, (url) => turn(config, url, { ...values, print }));
});
