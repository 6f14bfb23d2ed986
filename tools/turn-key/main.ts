import { readConfig } from '@feusa/profiles/config';
import { withDatabase } from '@feusa/profiles/standalone-database';
import { turnAlone } from '@feusa/profiles/turning';
import { readArguments, toolOf } from '../arguments.js';
import { run } from '../run.js';
import { turnCheckpoints, type CheckpointOptions } from './checkpoint.js';
import { turnIdempotency } from './idempotency.js';
import { turnMaster, type MasterOptions } from './master.js';

const ABOUT = `Turns a key while the product runs. KEY is master (wraps the keys of people), checkpoint (signs checkpoints)
or idempotency (knows repeated commands again).
Where it was interrupted, call it again.`;

const tool = toolOf('turn-key', ABOUT)
  .argument('<key>', 'master, checkpoint or idempotency')
  .option('--file <file>', 'a file with the next key')
  .option('--command <command>', 'master: what prints the next key')
  .option('--finish', 'master, checkpoint: lets go of the old key')
  .option('--anyway', 'checkpoint: also where witnesses do not know the next key');

const TURNS: Record<string, typeof turnMaster | typeof turnCheckpoints> = {
  ...{ master: turnMaster, checkpoint: turnCheckpoints, idempotency: turnIdempotency },
};

run(async () => {
  const { values, words } = readArguments<MasterOptions & CheckpointOptions>(tool);
  const [key] = words;
  const config = readConfig(process.env);
  const print = (line: string) => console.log(line);
  const turn = TURNS[key ?? ''];
  if (!turn) return tool.error(`There is no key ${key}: it is master, checkpoint or idempotency.`);
  await withDatabase(config, (url) =>
    turnAlone(config, url, () => turn(config, url, { ...values, print })),
  );
});
