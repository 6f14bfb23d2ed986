import { access, copyFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { SAVED_TABLES, type Filling } from '@feusa/adapters/backup/port';
import type { Blobs } from '@feusa/adapters/blobs/port';
import { openBackup, SIGNING_KEY } from '@feusa/adapters/open-backup';
import type { BackupPorts } from '@feusa/adapters/open-backup';
import type { Config } from '@feusa/adapters/config';
import { MASTER_KEY, masterKeyText } from '@feusa/adapters/subject-keys/key-file';
import { StartFault } from '@feusa/adapters/start-fault';
import { entriesIn } from '@feusa/adapters/erasure/ledger-text';
import { readCheckpoint } from '@feusa/adapters/transparency/checkpoint';
import { verifyLog } from '@feusa/query/audit/verify';
import { rebuildPast } from '@feusa/query/past/rebuild';
import { unreadable } from '../witness.js';
import { ledgerIn } from './erasures.js';
import { atOnce } from './at-once.js';
import { checkBlob, hashed, openCopy } from './copy-blob.js';
import {
  EVENTS,
  DamagedBackup,
  keysBeside,
  partOfTable,
  type Keys,
  type Manifest,
} from './format.js';
import { recordOf } from './lines.js';
import { readPart } from './part.js';
import { rebuildReadModel } from './restore-read-model.js';
import { tryOutSearch } from './try-search.js';
import { count, Steps } from './steps.js';
import { blobsIn, partOf, verifyBackup, type VerifyOptions } from './verify-backup.js';

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

interface Work {
  readonly dir: string;
  readonly manifest: Manifest;
  readonly ports: BackupPorts;
  readonly steps: Steps;
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
  const { manifest, keys, witnessed } = await verifyBackup(
    { ...options, checkpoints: [...(options.checkpoints ?? []), ...(await lastSignedIn(config))] },
    steps,
  );
  const lost = Math.max(0, (witnessed?.size ?? 0) - manifest.head.position);
  if (lost > 0 && !options.older) refuseOlder(manifest, witnessed!.name, lost);
  await restoreKeys(config, options.keys ?? keysBeside(options.dir));
  const ports = await openBackup(config, url);
  try {
    if (ports.transparentLog.key !== manifest.key)
      throw new StartFault(
        `FEUSA_CHECKPOINT_ORIGIN must be that of the backup's key, ${manifest.key}.`,
      );
    await steps.step(
      'Erasures',
      () => bringErasures(ports, options),
      (people) => `the product will hold the log against ${people} in the ledger at its start`,
    );
    await bring({ dir: options.dir, manifest, ports, steps }, keys!, options);
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

/** The ledger of the backup, and a newer one. */
async function bringErasures({ ledger }: BackupPorts, { dir, keys, erasures }: RestoreOptions) {
  const newer =
    erasures === undefined ? '' : await readFile(erasures, 'utf8').catch(unreadable(erasures));
  await ledger.add([...(await ledgerIn(keys ?? keysBeside(dir))), ...entriesIn(newer)]);
  return (await ledger.entries()).length;
}

function refuseOlder({ head }: Manifest, name: string, lost: number): never {
  throw new StartFault(
    `The backup has ${count(head.position, 'event')}; by ${name} the log had ${lost} more. ` +
      'Restore a newer backup, or say --older to go on without them.',
  );
}

/** The product must go on signing as before, and read what it has sealed. */
async function restoreKeys(config: Config, keys: string): Promise<void> {
  await restoreKey(SIGNING_KEY, config, keys);
  const { FEUSA_MASTER_KEY: set } = config;
  if (!set) return restoreKey(MASTER_KEY, config, keys);
  if (masterKeyText(set) !== (await readFile(path.join(keys, MASTER_KEY), 'utf8')))
    throw new StartFault('FEUSA_MASTER_KEY is another key than that of the backup.');
}

async function restoreKey(
  name: string,
  { FEUSA_DATA_DIR: dataDir }: Config,
  keys: string,
): Promise<void> {
  const [from, to] = [path.join(keys, name), path.join(path.resolve(dataDir), name)];
  const there = await readFile(to, 'utf8').catch(() => undefined);
  if (there === undefined) {
    await mkdir(path.dirname(to), { recursive: true });
    await copyFile(from, to);
  } else if (there !== (await readFile(from, 'utf8'))) {
    throw new StartFault(`${to} is another key than that of the backup, and stays as it is.`);
  }
}

async function bring(work: Work, keys: Keys, options: RestoreOptions): Promise<void> {
  const { ports, steps, manifest } = work;
  const filling = await ports.copies.fill();
  if (!filling) throw new StartFault('The database is not empty, and stays as it is.');
  try {
    await refuseOtherBlobs(ports.blobs, work);
    const files = () => count(manifest.blobs.count, 'file');
    await steps.step('Files', () => restoreBlobs(work), files);
    await steps.step(
      'Events and state',
      () => fill(filling, work, { keys, dir: options.keys ?? keysBeside(options.dir) }),
      () => count(manifest.head.position, 'event'),
    );
  } catch (fault) {
    await filling.rollback().catch(() => undefined);
    throw fault;
  }
  await prove(work);
}

/** What is there already must be of the backup: of a restore that was killed. */
async function refuseOtherBlobs(blobs: Blobs, { dir }: Work): Promise<void> {
  for await (const { sha256 } of blobs.list()) {
    const copy = await openCopy(dir, sha256).catch(() => undefined);
    copy?.destroy();
    if (!copy) throw new StartFault('The file store is not empty, and stays as it is.');
  }
}

async function restoreBlobs(work: Work): Promise<void> {
  const { dir, manifest, ports } = work;
  const bringOne = async ({ sha256, size }: { sha256: string; size: number }) => {
    const read = async () => (await openCopy(dir, sha256)).compose(hashed(sha256, dir));
    if ((await ports.blobs.size(sha256)) !== size) await ports.blobs.adopt({ size, read }, sha256);
    await checkBlob(await ports.blobs.read(sha256), sha256, 'the file store');
  };
  for await (const some of atOnce(blobsIn(dir, manifest), bringOne)) void some;
}

async function fill(
  filling: Filling,
  { dir, manifest }: Work,
  secret: { readonly keys: Keys; readonly dir: string },
): Promise<void> {
  for (const table of SAVED_TABLES.secret)
    for await (const rows of readPart(secret.dir, partOf(secret.keys, partOfTable(table))))
      await filling.rows(table, rows);
  const { position, hash } = manifest.head;
  let left = position;
  for await (const lines of readPart(dir, partOf(manifest, EVENTS))) {
    const records = lines.slice(0, left).map((line) => recordOf(line));
    left -= records.length;
    if (records.length > 0) await filling.append(records.map((each) => each ?? broken()));
  }
  for (const table of SAVED_TABLES.plain)
    for await (const rows of readPart(dir, partOf(manifest, partOfTable(table))))
      await filling.rows(table, rows);
  await filling.commit({ position, hash: Buffer.from(hash, 'hex') });
}

function broken(): never {
  throw new DamagedBackup(`${EVENTS} is not what was written.`);
}

/** From what is in the database now, and from nothing that was remembered on the way. */
async function prove({ ports, steps, manifest }: Work): Promise<void> {
  const { store, transparentLog } = ports;
  const { position } = manifest.head;
  await steps.step('Tree', async () => {
    await transparentLog.keeper.handle(await store.read(position - 1, 1));
    const { root } = await transparentLog.checkpoint(position);
    if (!readCheckpoint(manifest.checkpoint)?.root.equals(root))
      throw new StartFault('The tree over the restored events is not the one that was signed.');
  });
  await steps.step('Verification of the restored log', async () => {
    const verdict = await verifyLog(store, transparentLog);
    if (!verdict.ok)
      throw new StartFault(`The restored log: position ${verdict.position}: ${verdict.reason}.`);
  });
  await steps.step(
    'Read model',
    () => rebuildReadModel(ports, manifest),
    (compared) => (compared ? 'replayed, the same rows as when the backup was made' : 'replayed'),
  );
  await steps.step('The past', () => rebuildPast(ports));
  await steps.step(
    'Search',
    () => tryOutSearch(ports),
    (people) => `${people} people looked up`,
  );
}
