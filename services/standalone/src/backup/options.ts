import path from 'node:path';
import { readArguments, wrongUse } from '../arguments.js';

export const BACKUP_USAGE = `Usage: npm run backup -- DIR [options]
       npm run backup -- --verify DIR [options]

Copies the product as it is at one moment into a new directory, while it goes on: the events, the files,
what people sign in with. Keys and password hashes go into a directory apart, to be kept elsewhere.

  --keys DIR           where keys go, or are; by default beside the backup, DIR.keys
  --base DIR           an earlier backup on the same disk: its files are linked to, not copied again

  --verify             reads a backup from end to end and changes nothing
    --no-keys          the keys are kept elsewhere and are not looked at
    --checkpoint FILE  a checkpoint that was kept elsewhere; may be given again
    --key NAME+ID+KEY  who must have signed; by default the key that the backup names`;

export const RESTORE_USAGE = `Usage: npm run restore -- DIR [options]

Verifies a backup, brings it into an empty database and file store, replays it and compares with what was
when it was made. The product must not run there meanwhile.

  --keys DIR           where the keys are; by default beside the backup, DIR.keys
  --into DIR           the data directory, in place of FEUSA_DATA_DIR
  --checkpoint FILE    a checkpoint that was kept elsewhere; may be given again
  --key NAME+ID+KEY    who must have signed; by default the key that the backup names
  --erasures FILE      erasures.ndjson as it is now: whoever was erased since the backup is erased again
  --older              goes on although a checkpoint shows that events are lost
  --drill              tries all of it in a directory of its own, which is removed again`;

export interface Trust {
  readonly checkpoints: readonly string[];
  readonly key: string | undefined;
}

export interface BackupArguments extends Trust {
  readonly dir: string;
  readonly keys: string | undefined;
  readonly base: string | undefined;
  readonly verify: boolean;
  readonly withKeys: boolean;
}

export interface RestoreArguments extends Trust {
  readonly dir: string;
  readonly keys: string | undefined;
  readonly into: string | undefined;
  readonly erasures: string | undefined;
  readonly older: boolean;
  readonly drill: boolean;
}

const trust = {
  keys: { type: 'string' },
  checkpoint: { type: 'string', multiple: true },
  key: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Reads the command line; paths are from `cwd`. Undefined for help. @throws StartFault with the usage */
export function readBackupArguments(
  args: readonly string[],
  cwd: string,
): BackupArguments | undefined {
  const options = {
    ...trust,
    base: { type: 'string' },
    verify: { type: 'boolean' },
    'no-keys': { type: 'boolean' },
  } as const;
  const { values, positionals } = readArguments(BACKUP_USAGE, options, args);
  if (values.help) return undefined;
  const at = from(cwd);
  const { verify = false, key, base, 'no-keys': noKeys = false } = values;
  const isMixed = verify ? base !== undefined : key !== undefined || noKeys || values.checkpoint;
  if (isMixed) return wrongUse(BACKUP_USAGE, 'These options do not go together.');
  return {
    ...{ dir: one(positionals, at, BACKUP_USAGE), keys: at(values.keys), base: at(base) },
    ...{
      verify,
      withKeys: !noKeys,
      key,
      checkpoints: (values.checkpoint ?? []).map((file) => at(file)),
    },
  };
}

/** The same for a restore. */
export function readRestoreArguments(
  args: readonly string[],
  cwd: string,
): RestoreArguments | undefined {
  const options = {
    ...trust,
    into: { type: 'string' },
    erasures: { type: 'string' },
    older: { type: 'boolean' },
    drill: { type: 'boolean' },
  } as const;
  const { values, positionals } = readArguments(RESTORE_USAGE, options, args);
  if (values.help) return undefined;
  const at = from(cwd);
  const { older = false, drill = false, key } = values;
  if (drill && values.into !== undefined)
    return wrongUse(RESTORE_USAGE, 'A drill goes into no directory.');
  return {
    ...{ dir: one(positionals, at, RESTORE_USAGE), keys: at(values.keys), into: at(values.into) },
    erasures: at(values.erasures),
    ...{ older, drill, key, checkpoints: (values.checkpoint ?? []).map((file) => at(file)) },
  };
}

type At = { (file: string): string; (file: string | undefined): string | undefined };

const from = (cwd: string): At =>
  ((file?: string) => (file === undefined ? undefined : path.resolve(cwd, file))) as At;

function one(positionals: readonly string[], at: At, usage: string): string {
  const [dir] = positionals;
  if (positionals.length === 1 && dir) return at(dir);
  return wrongUse(usage);
}
