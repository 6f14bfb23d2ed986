import { REDRIVES_A_MINUTE } from '@feusa/contracts/operations';
import { readArguments, wrongUse } from '../arguments.js';

export const USAGE = `Usage: npm run dead-letters -- COMMAND [options]

Shows the streams that wait because a consumer cannot handle one of their events, and says what becomes
of them. Works beside the running product, which takes a redrive up within 2 s.

  list                 the streams that wait; with --all also those given up
  show ID              one of them, with what was done about it
  redrive ID...        has them tried again in the order of the log; --all for every one that waits
    --per-minute N     at most so many a minute, by default ${REDRIVES_A_MINUTE}
    --force            also what is quarantined (three redrives failed), or was given up and is named
  discard ID           gives a stream up for its consumer
    --reason TEXT      why; needed

  --dry-run            says what would be done, and whether it would work where that can be known
  --json               answers with JSON

The exit code is 1 where something asked for could not be done.`;

export type Command =
  | { readonly name: 'help' }
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

const known = {
  all: { type: 'boolean' },
  'per-minute': { type: 'string' },
  force: { type: 'boolean' },
  reason: { type: 'string' },
  'dry-run': { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

type Values = ReturnType<typeof parsed>['values'];
type Flag = keyof typeof known;

/** Which options belong to which command, besides those that all know. */
const belongs: Record<string, readonly Flag[]> = {
  list: ['all'],
  show: [],
  redrive: ['all', 'per-minute', 'force', 'dry-run'],
  discard: ['reason', 'dry-run'],
};

/** Reads the command line. @throws StartFault with what is wrong and the usage */
export function readOptions(args: readonly string[]): Options {
  const { positionals, values } = parsed(args);
  const [name, ...rest] = positionals;
  if (values.help || name === 'help') return { command: { name: 'help' }, json: false };
  if (name === undefined) return wrong('Which command?');
  const flags = Object.hasOwn(belongs, name) ? belongs[name]! : wrong(`There is no “${name}”.`);
  const stray = (Object.keys(values) as Flag[]).find(
    (flag) => flag !== 'json' && !flags.includes(flag),
  );
  if (stray) return wrong(`${name} knows no --${stray}.`);
  return { command: commandOf(name, rest, values), json: values.json ?? false };
}

function commandOf(name: string, rest: readonly string[], values: Values): Command {
  const dryRun = values['dry-run'] ?? false;
  switch (name) {
    case 'list':
      if (rest.length > 0) return wrong(`list takes no ${rest[0]}.`);
      return { name, all: values.all ?? false };
    case 'show':
      return { name, id: oneId(name, rest) };
    case 'discard':
      return { name, id: oneId(name, rest), reason: reasonOf(values.reason), dryRun };
    default:
      return { ...redriveOf(rest, values), dryRun };
  }
}

function redriveOf(rest: readonly string[], values: Values) {
  const { all = false, force = false } = values;
  if (all && rest.length > 0) return wrong('Name streams, or say --all, not both.');
  if (!all && rest.length === 0) return wrong('Which streams? Name their ids, or say --all.');
  const ids = all ? undefined : [...new Set(rest.map(idOf))];
  return { name: 'redrive' as const, ids, perMinute: rateOf(values['per-minute']), force };
}

function oneId(name: string, rest: readonly string[]): number {
  if (rest.length !== 1) return wrong(`${name} takes one id.`);
  return idOf(rest[0]!);
}

const idOf = (text: string): number =>
  /^[1-9]\d{0,14}$/.test(text) ? Number(text) : wrong(`“${text}” is no id; list shows them.`);

function rateOf(text = String(REDRIVES_A_MINUTE)): number {
  const rate = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return rate > 0 ? rate : wrong('--per-minute must be a whole number from 1 to 9999.');
}

function reasonOf(text = ''): string {
  const reason = text.trim();
  if (reason === '') return wrong('Say why with --reason "...".');
  return reason.length <= 500 ? reason : wrong('The reason is too long.');
}

const parsed = (args: readonly string[]) => readArguments(USAGE, known, args);
const wrong = (fault: string): never => wrongUse(USAGE, fault);
