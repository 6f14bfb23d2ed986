import path from 'node:path';
import type { Command } from 'commander';
import { manyOf, plainFlag, readArguments, toolOf } from '../arguments.js';

const ABOUT_BACKUP = `Copies the product as it is at one moment into a new directory, while it goes on: the events, the files,
what people sign in with. Keys and password hashes go into a directory apart, to be kept elsewhere.

With --verify: reads a backup from end to end, and restores it into a database that is thrown away.`;

const ABOUT_RESTORE = `Verifies a backup, brings it into an empty database and file store, replays it and compares with what
was when it was made. The product must not run there meanwhile.`;

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

interface TrustValues {
  readonly keys?: string;
  readonly identity?: string;
  readonly checkpoint?: readonly string[];
  readonly key?: string;
}

const withTrust = (tool: Command, whoseKeys: string) =>
  tool
    .option('--keys <dir>', whoseKeys)
    .option('--identity <file>', 'with whose identity the keys are read, where they are encrypted')
    .addOption(
      manyOf('--checkpoint <file>', 'a checkpoint that was kept elsewhere; may be given again'),
    )
    .option(
      '--key <name+id+key>',
      'who must have signed; by default the key that the backup names',
    );

interface BackupValues extends TrustValues {
  readonly base?: string;
  readonly recipient?: readonly string[];
  readonly plainKeys?: boolean;
  readonly verify?: boolean;
  readonly noKeys?: boolean;
  readonly newIdentity?: string;
}

const ofWriting = ['base', 'recipient', 'plainKeys'];
const ofVerifying = ['identity', 'checkpoint', 'key', 'noKeys'];

const backupTool = () =>
  withTrust(
    toolOf('backup', ABOUT_BACKUP).argument('[dir]', 'the backup'),
    'where keys go, or are: on another disk than the backup',
  )
    .addOption(
      manyOf(
        '--recipient <age1…>',
        'who may read the keys; may be given again; by default FEUSA_BACKUP_RECIPIENTS',
      ),
    )
    .option(
      '--plain-keys',
      'leaves the keys in clear: whoever has both directories reads everything',
    )
    .option(
      '--base <dir>',
      'an earlier backup on the same disk: its files are linked to, not copied again',
    )
    .option('--verify', 'tries a backup')
    .addOption(plainFlag('--no-keys', 'the keys are kept elsewhere and are not looked at'))
    .option(
      '--new-identity <file>',
      'makes an identity for the keys of backups, in place of a backup, and says its recipient',
    );

/** Reads the command line; paths are from `cwd`. @throws StartFault with the usage */
export function readBackupArguments(args: readonly string[], cwd: string): BackupArguments {
  const tool = backupTool();
  const { values, words } = readArguments<BackupValues>(tool, args);
  const at = from(cwd);
  const { newIdentity: file, verify = false, keys, key, noKeys = false } = values;
  const given = Object.keys(values);
  const refuseMixed = (isMixed: boolean) =>
    isMixed && tool.error('These options do not go together.');
  if (file !== undefined) {
    refuseMixed(given.length > 1 || words.length > 0);
    return { does: 'make-identity', file: at(file) };
  }
  refuseMixed(given.some((name) => (verify ? ofWriting : ofVerifying).includes(name)));
  refuseMixed(noKeys && keys !== undefined);
  refuseMixed(given.includes('plainKeys') && given.includes('recipient'));
  const dir = words[0] ? at(words[0]) : tool.error('Which directory?');
  if (verify) {
    const where = noKeys ? false : keysAt(tool, at, keys);
    return { does: 'verify', dir, keys: where, key, ...trustOf(values, at) };
  }
  return {
    ...{ does: 'write', dir, keys: keysAt(tool, at, keys), base: at(values.base) },
    ...{ recipients: values.recipient ?? [], plainKeys: values.plainKeys ?? false },
  };
}

interface RestoreValues extends TrustValues {
  readonly into?: string;
  readonly erasures?: string;
  readonly noErasures?: boolean;
  readonly older?: boolean;
  readonly drill?: boolean;
}

const restoreTool = () =>
  withTrust(toolOf('restore', ABOUT_RESTORE).argument('<dir>', 'the backup'), 'where the keys are')
    .option('--into <dir>', 'the data directory, in place of FEUSA_DATA_DIR')
    .option(
      '--erasures <file>',
      'erasures.ndjson as it is now, or as a newer backup has it: whoever was erased since the backup stays unreadable',
    )
    .addOption(plainFlag('--no-erasures', 'nobody was erased since the backup'))
    .option('--older', 'goes on although a checkpoint shows that events are lost')
    .option('--drill', 'tries all of it in a directory of its own, which is removed again');

/** The same for a restore. */
export function readRestoreArguments(args: readonly string[], cwd: string): RestoreArguments {
  const tool = restoreTool();
  const { values, words } = readArguments<RestoreValues>(tool, args);
  const at = from(cwd);
  const { older = false, drill = false, key, erasures, noErasures: none = false } = values;
  if (drill && values.into !== undefined) tool.error('A drill goes into no directory.');
  if (none && erasures !== undefined) tool.error('Either there is a ledger, or nobody was erased.');
  const keys = keysAt(tool, at, values.keys);
  return {
    ...{ dir: at(words[0]!), keys, into: at(values.into) },
    // What a drill makes readable is thrown away.
    erasures: erasures === undefined && (none || drill) ? false : at(erasures),
    ...{ older, drill, key, ...trustOf(values, at) },
  };
}

const trustOf = ({ identity, checkpoint = [] }: TrustValues, at: At) => ({
  identity: at(identity),
  checkpoints: checkpoint.map((file) => at(file)),
});

function keysAt(tool: Command, at: At, dir: string | undefined): string {
  if (dir !== undefined) return at(dir);
  return tool.error('--keys DIR says where the keys are, on another disk than the backup.');
}

type At = { (file: string): string; (file: string | undefined): string | undefined };

const from = (cwd: string): At =>
  ((file?: string) => (file === undefined ? undefined : path.resolve(cwd, file))) as At;
