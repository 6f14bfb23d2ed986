import path from 'node:path';
import { readArguments, wrongUse } from '../arguments.js';

export const BACKUP_USAGE = `Usage: npm run backup -- DIR [options]
       npm run backup -- --verify DIR [options]

Copies the product as it is at one moment into a new directory, while it goes on: the events, the files,
what people sign in with. Keys and password hashes go into a directory apart, to be kept elsewhere.

  --keys DIR           where keys go, or are: on another disk than the backup
  --recipient AGE      who may read the keys, age1…; may be given again; by default FEUSA_BACKUP_RECIPIENTS
  --plain-keys         leaves the keys in clear: whoever has both directories reads everything
  --base DIR           an earlier backup on the same disk: its files are linked to, not copied again

  --verify             reads a backup from end to end, and restores it into a database that is thrown away
    --identity FILE    with whose identity the keys are read
    --no-keys          the keys are kept elsewhere and are not looked at
    --checkpoint FILE  a checkpoint that was kept elsewhere; may be given again
    --key NAME+ID+KEY  who must have signed; by default the key that the backup names

  --new-identity FILE  makes an identity for the keys of backups, in place of DIR, and says its recipient`;

export const RESTORE_USAGE = `Usage: npm run restore -- DIR [options]

Verifies a backup, brings it into an empty database and file store, replays it and compares with what was
when it was made. The product must not run there meanwhile.

  --keys DIR           where the keys are
  --identity FILE      with whose identity they are read, where they are encrypted
  --into DIR           the data directory, in place of FEUSA_DATA_DIR
  --checkpoint FILE    a checkpoint that was kept elsewhere; may be given again
  --key NAME+ID+KEY    who must have signed; by default the key that the backup names
  --erasures FILE      erasures.ndjson as it is now: whoever was erased since the backup stays unreadable
  --no-erasures        nobody was erased since the backup
  --older              goes on although a checkpoint shows that events are lost
  --drill              tries all of it in a directory of its own, which is removed again`;

interface Trust {
  readonly checkpoints: readonly string[];
  readonly key: string | undefined;
  readonly identity: string | undefined;
}

/** What `npm run backup` is to do. */
export type BackupArguments =
  | {
      readonly does: 'write';
      readonly dir: string;
      readonly keys: string;
      readonly base: string | undefined;
      readonly recipients: readonly string[];
      readonly plainKeys: boolean;
    }
  | ({ readonly does: 'verify'; readonly dir: string; readonly keys: string | false } & Trust)
  | { readonly does: 'make-identity'; readonly file: string };

export interface RestoreArguments extends Trust {
  readonly dir: string;
  readonly keys: string;
  readonly into: string | undefined;
  readonly erasures: string | false | undefined;
  readonly older: boolean;
  readonly drill: boolean;
}

const trust = {
  keys: { type: 'string' },
  identity: { type: 'string' },
  checkpoint: { type: 'string', multiple: true },
  key: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const writing = {
  base: { type: 'string' },
  recipient: { type: 'string', multiple: true },
  'plain-keys': { type: 'boolean' },
} as const;

const backupOptions = {
  ...{ ...trust, ...writing },
  verify: { type: 'boolean' },
  'no-keys': { type: 'boolean' },
  'new-identity': { type: 'string' },
} as const;

const ofWriting = Object.keys(writing);
const ofVerifying = ['identity', 'checkpoint', 'key', 'no-keys'];

/** Reads the command line; paths are from `cwd`. Undefined for help. @throws StartFault with the usage */
export function readBackupArguments(
  args: readonly string[],
  cwd: string,
): BackupArguments | undefined {
  const { values, positionals } = readArguments(BACKUP_USAGE, backupOptions, args);
  if (values.help) return undefined;
  const at = from(cwd);
  const { 'new-identity': file, verify = false, keys, key, 'no-keys': noKeys = false } = values;
  const given = Object.keys(values);
  if (file !== undefined) {
    refuseMixed(given.length > 1 || positionals.length > 0);
    return { does: 'make-identity', file: at(file) };
  }
  refuseMixed(given.some((name) => (verify ? ofWriting : ofVerifying).includes(name)));
  refuseMixed(noKeys && keys !== undefined);
  const dir = one(positionals, at, BACKUP_USAGE);
  if (verify) {
    const where = noKeys ? false : keysAt(at, keys, BACKUP_USAGE);
    return { does: 'verify', dir, keys: where, key, ...trustOf(values, at) };
  }
  return {
    ...{ does: 'write', dir, keys: keysAt(at, keys, BACKUP_USAGE), base: at(values.base) },
    ...{ recipients: values.recipient ?? [], plainKeys: values['plain-keys'] ?? false },
  };
}

function refuseMixed(isMixed: boolean): void {
  if (isMixed) wrongUse(BACKUP_USAGE, 'These options do not go together.');
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
    'no-erasures': { type: 'boolean' },
    older: { type: 'boolean' },
    drill: { type: 'boolean' },
  } as const;
  const { values, positionals } = readArguments(RESTORE_USAGE, options, args);
  if (values.help) return undefined;
  const at = from(cwd);
  const { older = false, drill = false, key, erasures, 'no-erasures': none = false } = values;
  if (drill && values.into !== undefined)
    return wrongUse(RESTORE_USAGE, 'A drill goes into no directory.');
  if (none && erasures !== undefined)
    return wrongUse(RESTORE_USAGE, 'Either there is a ledger, or nobody was erased.');
  const keys = keysAt(at, values.keys, RESTORE_USAGE);
  return {
    ...{ dir: one(positionals, at, RESTORE_USAGE), keys, into: at(values.into) },
    // What a drill makes readable is thrown away.
    erasures: erasures === undefined && (none || drill) ? false : at(erasures),
    ...{ older, drill, key, ...trustOf(values, at) },
  };
}

interface Given {
  readonly identity?: string | undefined;
  readonly checkpoint?: readonly string[] | undefined;
}

const trustOf = ({ identity, checkpoint = [] }: Given, at: At) => ({
  identity: at(identity),
  checkpoints: checkpoint.map((file) => at(file)),
});

function keysAt(at: At, dir: string | undefined, usage: string): string {
  if (dir !== undefined) return at(dir);
  return wrongUse(usage, '--keys DIR says where the keys are, on another disk than the backup.');
}

type At = { (file: string): string; (file: string | undefined): string | undefined };

const from = (cwd: string): At =>
  ((file?: string) => (file === undefined ? undefined : path.resolve(cwd, file))) as At;

function one(positionals: readonly string[], at: At, usage: string): string {
  const [dir] = positionals;
  if (positionals.length === 1 && dir) return at(dir);
  return wrongUse(usage);
}
