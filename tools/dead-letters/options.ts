import { InvalidArgumentError, type Command as Tool } from 'commander';
import { REDRIVES_A_MINUTE } from '@feusa/contracts/operations';
import { toolOf } from '../arguments.js';

const ABOUT = `Shows the streams that wait because a consumer cannot handle one of their events, and says what becomes
of them. Works beside the running product, which takes a redrive up within 2 s.

The exit code is 1 where something asked for could not be done.`;

export type Command =
  | { readonly name: 'list'; readonly all: boolean }
  | { readonly name: 'show'; readonly id: number }
  | {
      readonly name: 'redrive';
      /** Undefined for every stream that waits. */
      readonly ids: readonly number[] | undefined;
      readonly perMinute: number;
      readonly force: boolean;
      readonly dryRun: boolean;
    }
  | {
      readonly name: 'discard';
      readonly id: number;
      readonly reason: string;
      readonly dryRun: boolean;
    };

export interface Options {
  readonly command: Command;
  readonly json: boolean;
}

interface Values {
  readonly all?: boolean;
  readonly perMinute: number;
  readonly force?: boolean;
  readonly reason: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** Reads the command line. @throws StartFault with what is wrong and the usage */
export function readOptions(args: readonly string[]): Options {
  const tool = toolOf('dead-letters', ABOUT);
  const taken: Options[] = [];
  const take = (command: Command, { json = false }: Values) => void taken.push({ command, json });
  const part = (name: string, about: string) =>
    tool.command(name).description(about).option('--json', 'answers with JSON');
  part('list', 'the streams that wait')
    .option('--all', 'also those given up')
    .action((values: Values) => take({ name: 'list', all: values.all ?? false }, values));
  part('show', 'one of them, with what was done about it')
    .argument('<id>', 'as list shows it', idOf)
    .action((id: number, values: Values) => take({ name: 'show', id }, values));
  part('redrive', 'has streams tried again in the order of the log')
    .argument('[id...]', 'which ones', idsOf)
    .option('--all', 'every one that waits')
    .option('--per-minute <number>', 'at most so many a minute', rateOf, REDRIVES_A_MINUTE)
    .option(
      '--force',
      'also what is quarantined (three redrives failed), or was given up and is named',
    )
    .option('--dry-run', DRY_RUN)
    .action((ids: ReadonlySet<number> | [], values: Values, own: Tool) =>
      take(redriveOf([...ids], values, own), values),
    );
  part('discard', 'gives a stream up for its consumer')
    .argument('<id>', 'as list shows it', idOf)
    .requiredOption('--reason <text>', 'why', reasonOf)
    .option('--dry-run', DRY_RUN)
    .action((id: number, values: Values) => {
      const { reason, dryRun = false } = values;
      take({ name: 'discard', id, reason, dryRun }, values);
    });
  tool.parse([...args], { from: 'user' });
  return taken[0] ?? tool.error('Which command?');
}

const DRY_RUN = 'says what would be done, and whether it would work where that can be known';

function redriveOf(ids: readonly number[], values: Values, tool: Tool): Command {
  const { all = false, force = false, perMinute, dryRun = false } = values;
  if (all && ids.length > 0) tool.error('Name streams, or say --all, not both.');
  if (!all && ids.length === 0) tool.error('Which streams? Name their ids, or say --all.');
  return { name: 'redrive', ids: all ? undefined : ids, perMinute, force, dryRun };
}

function idOf(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new InvalidArgumentError(`“${text}” is no id; list shows them.`);
}

const idsOf = (text: string, before: ReadonlySet<number> = new Set()) =>
  new Set([...before, idOf(text)]);

function rateOf(text: string): number {
  const rate = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (rate > 0) return rate;
  throw new InvalidArgumentError('It must be a whole number from 1 to 9999.');
}

function reasonOf(text: string): string {
  const reason = text.trim();
  if (reason === '') throw new InvalidArgumentError('Say why.');
  if (reason.length <= 500) return reason;
  throw new InvalidArgumentError('The reason is too long.');
}
