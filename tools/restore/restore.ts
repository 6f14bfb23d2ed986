import { access } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '@feusa/profiles/config';
import { findFiles, isEmptyDatabase, openBackup, type BackupPorts } from '@feusa/profiles/backup';
import { unfinishedRestoreOf } from '@feusa/profiles/unfinished-restore';
import { StartFault } from '@feusa/platform/start-fault';
import type { Blobs } from '@feusa/files/blobs/port';
import type { Known } from '../backup/check-events.js';
import {
  bringErasures,
  readErasures,
  refuseUnknownErasures,
  type KnownErasures,
} from '../backup/erasures.js';
import type { KeyDirectory } from '../backup/key-directory.js';
import { fillDatabase, type Source } from './fill-database.js';
import type { Manifest } from '../backup/format.js';
import { proveRestored } from './prove-restored.js';
import { missingKeys, RestoredKeys } from './restore-keys.js';
import { count, Steps } from '../backup/steps.js';
import { readVerifier } from '../verify-log/trusted-checkpoint.js';
import { openVerified, verifyContent, type VerifyOptions } from '../backup/verify-backup.js';
import { atOnce } from '../backup/at-once.js';
import { blobsIn, checkBlob, hashed, openCopy } from '../backup/copy-blob.js';

/** What is there already must be of the backup: of a restore that was killed. */
async function refuseOtherBlobs(dir: string, blobs: Blobs): Promise<void> {
  for await (const { sha256 } of blobs.list()) {
    const copy = await openCopy(dir, sha256).catch(() => undefined);
    copy?.destroy();
    if (!copy) throw new StartFault('The file store is not empty, and stays as it is.');
  }
}

/** Brings every file of the backup, and reads it back. */
async function restoreBlobs(dir: string, manifest: Manifest, blobs: Blobs): Promise<void> {
  const bringOne = async ({ sha256, size }: { sha256: string; size: number }) => {
    const read = async () => (await openCopy(dir, sha256)).compose(hashed(sha256, dir));
    if ((await blobs.size(sha256)) !== size) await blobs.adopt({ size, read }, sha256);
    await checkBlob(await blobs.read(sha256), sha256, 'the file store');
  };
  for await (const some of atOnce(blobsIn(dir, manifest), bringOne)) void some;
}

export interface RestoreOptions extends VerifyOptions {
  readonly keys: string;
  /** A file with the ledger of erasures as it is now; `false` where nobody was erased since the backup. */
  readonly erasures?: string | false | undefined;
  /** Goes on although a checkpoint is known of events that the backup does not have. */
  readonly older?: boolean;
  /** Leaves the files of the backup where they are: read and checked, and not copied. */
  readonly withoutFiles?: boolean;
  readonly print: (line: string) => void;
}

export interface Restored {
  readonly manifest: Manifest;
  /** Events that are known to have been behind those of the backup, and by what. */
  readonly lost: number;
  readonly witnessed: Known | undefined;
  readonly seconds: number;
}

/**
 * Verifies a backup and brings it into an empty database and file store, replays it, and compares with what
 * was when it was made. The database is filled in one transaction, after the files.
 * @throws StartFault that names what is wrong
 */
export async function restore(
  config: Config,
  url: string,
  options: RestoreOptions,
): Promise<Restored> {
  const steps = new Steps(options.print);
  const { dir, erasures: newer, identity } = options;
  const checkpoints = [...(options.checkpoints ?? []), ...(await lastSignedIn(config))];
  const opened = await openVerified({ ...options, checkpoints });
  const { manifest, witnessed } = opened;
  const lost = Math.max(0, (witnessed?.size ?? 0) - manifest.head.position);
  if (lost > 0 && !options.older) refuseOlder(manifest, witnessed!.name, lost);
  refuseOtherOrigin(config, manifest);
  const keys = opened.keys!;
  const known = await readErasures({ keys, newer, identity });
  await refuseAtOnce(config, url, { ...options, keys, known });
  await verifyContent(dir, opened, steps);
  const restoredKeys = await RestoredKeys.bring(config, keys);
  try {
    const ports = await openBackup(config, url);
    const bringAll = async () => {
      const erased = await steps.step(
        'Erasures',
        () => bringErasures(ports.ledger, known),
        ({ size }) => `the product will hold the log against ${size} in the ledger at its start`,
      );
      const source = { dir, manifest, keys, erased };
      const { withoutFiles = false } = options;
      const erasedSince = await bring({ ports, source, restoredKeys, steps, withoutFiles });
      await proveRestored(ports, { manifest, erasedSince }, steps);
    };
    await bringAll().finally(() => ports.close());
    await restoredKeys.whole();
  } catch (fault) {
    await restoredKeys.takeBack();
    throw fault;
  }
  return { manifest, lost, witnessed, seconds: steps.seconds };
}

interface RestoreRequest extends Pick<RestoreOptions, 'dir' | 'withoutFiles'> {
  readonly keys: KeyDirectory;
  readonly known: KnownErasures;
}

/**
 * Refuses what can be known before a backup is read from end to end, which may take hours. Nothing is made; all
 * of it is asked again once the restore begins to write.
 */
async function refuseAtOnce(config: Config, url: string, request: RestoreRequest): Promise<void> {
  const { dir, withoutFiles = false, keys, known } = request;
  const dataDir = path.resolve(config.FEUSA_DATA_DIR);
  await missingKeys(config, keys);
  if (!(await isEmptyDatabase(config, url))) refuseFull(unfinishedRestoreOf(dataDir));
  const { ledger, blobs, close } = await findFiles(config, dataDir);
  try {
    await refuseUnknownErasures(ledger, known);
    if (blobs && !withoutFiles) await refuseOtherBlobs(dir, blobs);
  } finally {
    close();
  }
}

/** What was signed last where a product has run before: the file beside its key. */
async function lastSignedIn({ FEUSA_DATA_DIR: dataDir }: Config): Promise<string[]> {
  const file = path.join(path.resolve(dataDir), 'checkpoint.last');
  return access(file).then(
    () => [file],
    () => [],
  );
}

function refuseOlder({ head }: Manifest, name: string, lost: number): never {
  throw new StartFault(
    `The backup has ${count(head.position, 'event')}; by ${name} the log had ${lost} more. ` +
      'Restore a newer backup, or say --older to go on without them.',
  );
}

function refuseOtherOrigin({ FEUSA_CHECKPOINT_ORIGIN: origin }: Config, { key }: Manifest): void {
  if (readVerifier(key).name === origin) return;
  throw new StartFault(`FEUSA_CHECKPOINT_ORIGIN must be that of the backup's key, ${key}.`);
}

interface Bringing {
  readonly ports: BackupPorts;
  readonly source: Source;
  readonly restoredKeys: RestoredKeys;
  readonly steps: Steps;
  readonly withoutFiles: boolean;
}

/** Answers with how many were erased since the backup. */
async function bring({
  ports,
  source,
  restoredKeys,
  steps,
  withoutFiles,
}: Bringing): Promise<number> {
  const { dir, manifest } = source;
  const bringFiles = () =>
    steps.step(
      'Files',
      () => restoreBlobs(dir, manifest, ports.blobs),
      () => count(manifest.blobs.count, 'file'),
    );
  const filling = await ports.copies.fill();
  if (!filling) refuseFull(restoredKeys.unfinished);
  try {
    if (!withoutFiles) await refuseOtherBlobs(dir, ports.blobs);
    await restoredKeys.filling();
    if (!withoutFiles) await bringFiles();
    return await steps.step(
      'Events and state',
      () => fillDatabase(filling, source),
      () => count(manifest.head.position, 'event'),
    );
  } catch (fault) {
    await filling.rollback().catch(() => undefined);
    throw fault;
  }
}

function refuseFull(unfinished: string | undefined): never {
  const fault = 'The database is not empty, and stays as it is.';
  throw new StartFault(unfinished === undefined ? fault : `${fault} ${unfinished}`);
}
