import path from 'node:path';
import { Option } from 'commander';
import { readConfig } from '@feusa/profiles/config';
import { withDatabase } from '@feusa/profiles/standalone-database';
import { turnAlone } from '@feusa/profiles/turning';
import { readArguments, toolOf } from '../arguments.js';
import { run, userDirectory } from '../run.js';
import { turnCheckpoints, type CheckpointOptions } from './checkpoint.js';
import { turnIdempotency } from './idempotency.js';
import { turnMaster, type MasterOptions } from './master.js';

const ABOUT = `Turns a key while the product runs. KEY is master (wraps the keys of people), checkpoint (signs checkpoints)
or idempotency (knows repeated commands again).
Where it was interrupted, call it again.`;

const optionOf = (keys: readonly string[], flags: string, about: string) => ({
  keys,
  option: new Option(flags, `${keys.join(', ')}: ${about}`),
});

/** With the keys that each is for. */
const OPTIONS = [
  optionOf(['master', 'checkpoint'], '--file <file>', 'a file with the next key'),
  optionOf(['master'], '--command <command>', 'what prints the next key'),
  optionOf(['master', 'checkpoint'], '--finish', 'lets go of the old key'),
  optionOf(['checkpoint'], '--anyway', 'also where witnesses do not know the next key'),
];

const tool = toolOf('turn-key', ABOUT).argument('<key>', 'master, checkpoint or idempotency');
for (const { option } of OPTIONS) tool.addOption(option);

const TURNS = new Map<string, typeof turnMaster | typeof turnCheckpoints>([
  ['master', turnMaster],
  ['checkpoint', turnCheckpoints],
  ['idempotency', turnIdempotency],
]);

/** Left alone, it would turn a key in another way than was asked for. @throws StartFault */
function refuseOptionsOfOthers(key: string): void {
  for (const { keys, option } of OPTIONS) {
    if (keys.includes(key) || tool.getOptionValue(option.attributeName()) === undefined) continue;
    tool.error(`${option.long} is for ${keys.join(' and ')} alone.`);
  }
}

run(async () => {
  const { values, words } = readArguments<MasterOptions & CheckpointOptions>(tool);
  const [key = ''] = words;
  const turn = TURNS.get(key);
  if (!turn) return tool.error(`There is no key ${key}: it is master, checkpoint or idempotency.`);
  refuseOptionsOfOthers(key);
  const config = readConfig(process.env);
  const print = (line: string) => console.log(line);
  const { file } = values;
  const options = { ...values, ...(file && { file: path.resolve(userDirectory(), file) }), print };
  await withDatabase(config, (url) => turnAlone(config, url, () => turn(config, url, options)));
});
