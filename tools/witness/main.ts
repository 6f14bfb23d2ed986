import path from 'node:path';
import type { Command } from 'commander';
import { isKeyName } from '@feusa/transparency/checkpoint';
import { manyOf, toolOf } from '../arguments.js';
import { serveUntilStopped } from './serve-witness.js';
import { startOverWith } from '../accept-log/start-over.js';
import { run, userDirectory } from '../run.js';

interface Serving {
  readonly port: string;
  readonly dir: string;
  readonly log: readonly string[];
  readonly name: string;
  readonly host: string;
}
interface StartingOver {
  readonly log: string;
  readonly statement: string;
  readonly by: string;
  readonly reason: string;
  readonly dir?: string;
}

const KEY = 'name+id+key';
const at = (file: string) => path.resolve(userDirectory(), file);

const tool = toolOf(
  'witness',
  'Serves a witness, which signs the checkpoints of logs that only grow.',
)
  .enablePositionalOptions()
  .option('--port <number>', 'where it listens')
  .option('--dir <dir>', 'what it keeps')
  .addOption(manyOf(`--log <${KEY}>`, 'whose checkpoints it signs; may be given again'))
  .option('--name <name>', 'its own', 'feusa-witness')
  .option('--host <host>', 'the address that it listens at', '127.0.0.1')
  .action((values: Partial<Serving>) => serveUntilStopped(servingOf(values)));

tool
  .command('start-over')
  .description(
    'Has a witness forget one log, whose operators have signed with accept-log that they go on with another ' +
      'history. What it forgets is kept aside, with who did it and why. Without --dir the witness is this ' +
      'installation, by its settings.',
  )
  .requiredOption(`--log <${KEY}>`, 'which log')
  .requiredOption('--statement <file>', 'what its operators signed')
  .requiredOption('--by <name>', 'who has it forgotten')
  .requiredOption('--reason <text>', 'why')
  .option('--dir <dir>', 'what a witness without the product keeps')
  .action(({ statement, dir, ...wish }: StartingOver, command: Command) => {
    if (!wish.by.trim() || !wish.reason.trim())
      command.error('--by and --reason must say something.');
    return startOverWith({
      ...wish,
      statement: at(statement),
      ...(dir !== undefined && { dir: at(dir) }),
    });
  });

function servingOf({ port = '', dir, log, name = '', host = '' }: Partial<Serving>) {
  if (!dir || !log) return tool.error('A witness needs --port, --dir and --log.');
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    return tool.error('--port is from 0 to 65535.');
  if (!isKeyName(name)) return tool.error(`“${name}” is no name for a key.`);
  return { dir: at(dir), logs: log, port: Number(port), name, host };
}

run(async () => void (await tool.parseAsync()));
