import { access } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '@feusa/adapters/config';
import { openBackup, type BackupPorts } from '@feusa/adapters/open/backup';
import { StartFault } from '@feusa/adapters/start-fault';
import { bringErasures } from './erasures.js';
import { fillDatabase, type Source } from './fill-database.js';
import { keysBeside, type Manifest } from './format.js';
import { proveRestored } from './prove-restored.js';
import { refuseOtherBlobs, restoreBlobs } from './restore-blobs.js';
import { restoreKeys } from './restore-keys.js';
import { count, Steps } from './steps.js';
import { verifyBackup, type VerifyOptions } from './verify-backup.js';

export interface RestoreOptions extends VerifyOptions {
  readonly keys?: string | undefined;
  /** A file with the ledger of erasures, newer than the backup. */
  readonly erasures?: string | undefined;
  /** Goes on although a checkpoint is known of events that the backup does not have. */
  readonly older?: boolean;
  readonly print: (line: string) => void;
}

export interface Restored {
  readonly manifest: Manifest;
  /** Events that are known to have been behind those of the backup. */
  readonly lost: number;
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
  const { dir, erasures } = options;
  const keysDir = options.keys ?? keysBeside(dir);
  const { manifest, keys, witnessed } = await verifyBackup(
    { ...options, checkpoints: [...(options.checkpoints ?? []), ...(await lastSignedIn(config))] },
    steps,
  );
  const lost = Math.max(0, (witnessed?.size ?? 0) - manifest.head.position);
  if (lost > 0 && !options.older) refuseOlder(manifest, witnessed!.name, lost);
  await restoreKeys(config, keysDir);
  const ports = await openBackup(config, url);
  try {
    if (ports.transparentLog.key !== manifest.key)
      throw new StartFault(
        `FEUSA_CHECKPOINT_ORIGIN must be that of the backup's key, ${manifest.key}.`,
      );
    await steps.step(
      'Erasures',
      () => bringErasures(ports.ledger, { keysDir, newer: erasures }),
      (people) => `the product will hold the log against ${people} in the ledger at its start`,
    );
    await bring(ports, { dir, manifest, secret: { dir: keysDir, keys: keys! } }, steps);
    await proveRestored(ports, manifest, steps);
  } finally {
    await ports.close();
  }
  return { manifest, lost, seconds: steps.seconds };
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

async function bring(ports: BackupPorts, source: Source, steps: Steps): Promise<void> {
  const { dir, manifest } = source;
  const filling = await ports.copies.fill();
  if (!filling) throw new StartFault('The database is not empty, and stays as it is.');
  try {
    await refuseOtherBlobs(dir, ports.blobs);
    await steps.step(
      'Files',
      () => restoreBlobs(dir, manifest, ports.blobs),
      () => count(manifest.blobs.count, 'file'),
    );
    await steps.step(
      'Events and state',
      () => fillDatabase(filling, source),
      () => count(manifest.head.position, 'event'),
    );
  } catch (fault) {
    await filling.rollback().catch(() => undefined);
    throw fault;
  }
}
