import { existsSync } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';
import type { Pool } from 'pg';
import { createLog } from '@feusa/platform/telemetry/log';
import { rememberBackup } from '@feusa/backup/last-backup';
import { openCut } from '@feusa/backup/cut';
import { isEmptyLog, openFilling, type BeginRefill } from '@feusa/backup/fill';
import type { Copies } from '@feusa/backup/port';
import type { Blobs } from '@feusa/files/blobs/port';
import type { Config } from './config.js';
import { openLedger } from '@feusa/privacy/erasure/ledger';
import type { Ledger } from '@feusa/privacy/erasure/port';
import type { EventStore } from '@feusa/event-log/store/port';
import { openPostgresEventStore } from '@feusa/event-log/store/postgres';
import { Refill } from '@feusa/event-log/store/refill';
import { storedFormsWith } from '@feusa/event-log/store/encryption';
import { openMasterKeys } from '@feusa/privacy/subject-keys/master-key';
import { MasterKeys } from '@feusa/privacy/subject-keys/master-keys';
import { openSubjectKeys } from '@feusa/privacy/subject-keys/subject-keys';
import { addressOfOwner, openAccess, openAsOwner } from './access.js';
import { openPool } from '@feusa/platform/postgres/pool';
import { inSession } from '@feusa/platform/postgres/session';
import { refuseNewer } from '@feusa/platform/postgres/version';
import { openConnections } from './prepare-database.js';
import { s3Options } from './engine-settings.js';
import type { SearchIndex } from '@feusa/search/port';
import type { BlobReferences } from '@feusa/files/uploads/port';
import { openBlobReferences } from '@feusa/files/uploads/references';
import type { TransparentLog } from '@feusa/transparency/port';
import { openTransparentLog } from '@feusa/transparency/postgres';
import { StartFault } from '@feusa/platform/start-fault';
import { followLogKey } from '@feusa/transparency/log-key';
import { openSigner, SIGNING_KEY, type CheckpointSigner } from '@feusa/transparency/signer';

/** What a backup is made of, and restored to. */
export interface BackupPorts {
  readonly url: string;
  readonly role: string | undefined;
  /** Where the keys are. */
  readonly dataDir: string;
  /** What wraps the keys of personal fields, and while it is turned the next one. */
  readonly masterKeys: MasterKeys;
  readonly store: EventStore;
  readonly transparentLog: TransparentLog;
  readonly copies: Copies;
  readonly blobs: Blobs;
  readonly ledger: Ledger;
  /** Which blobs are referred to now, whatever a cut has. */
  readonly references: BlobReferences;
  /** Says that a whole backup was made, up to a position. */
  remember(position: number): Promise<void>;
  /** A signed note by the key that signs checkpoints. */
  sign(text: string): string;
  /** That key, as its file has it. */
  signingKey(): string;
  /** An index in memory, empty. */
  openSearch(): Promise<SearchIndex>;
  close(): Promise<void>;
}

/** Whether the key that signs checkpoints is in the data directory. */
export const hasSigningKey = (dataDir: string): Promise<boolean> =>
  access(path.join(dataDir, SIGNING_KEY)).then(
    () => true,
    () => false,
  );

/** Opens the stores of the profile that the settings name, beside the running product. */
export async function openBackup(config: Config, given: string): Promise<BackupPorts> {
  const log = createLog({ level: 'warn', base: { tool: 'backup' } });
  const dataDir = path.resolve(config.FEUSA_DATA_DIR);
  const urls = { url: given, ownerUrl: config.DATABASE_OWNER_URL };
  const ownerUrl = await openAsOwner(urls);
  const { url, role } = await openAccess(urls);
  const signer = await openSigner(dataDir, config.FEUSA_CHECKPOINT_ORIGIN);
  const pool = openPool({ url, max: 3, name: 'backup', ...(role && { role }) });
  const owner = openPool({ url: ownerUrl, max: 1, name: 'backup' });
  const { source } = await openConnections(owner);
  const files = await openFiles(config, dataDir);
  await refuseOtherKey(pool, signer);
  const masterKeys = await openMasterKeys(config, pool);
  // By what the transaction has brought back of a turn.
  const bring: BeginRefill = (client) =>
    new Refill(
      client,
      storedFormsWith(openSubjectKeys(client, new MasterKeys(client, masterKeys.own))),
    );
  return {
    ...{ url, role, dataDir, masterKeys },
    ...{ blobs: files.blobs, ledger: files.ledger },
    store: openPostgresEventStore(pool, openSubjectKeys(pool, masterKeys)),
    transparentLog: openTransparentLog({ pool, signer, log }),
    references: openBlobReferences(pool),
    copies: { cut: () => openCut(owner), fill: () => openFilling(owner, bring) },
    remember: (position) => rememberBackup(source, position),
    sign: (text) => signer.signText(text),
    signingKey: () => signer.pem,
    openSearch: async () => (await import('@feusa/search/minisearch')).openMiniSearch(),
    async close() {
      files.close();
      await Promise.all([pool.end(), owner.end()]);
    },
  };
}

/** Whether a restore may fill a database; nothing is made in it. @throws StartFault where it is of others, or newer */
export async function isEmptyDatabase(config: Config, given: string): Promise<boolean> {
  const url = await addressOfOwner({ url: given, ownerUrl: config.DATABASE_OWNER_URL });
  return inSession(url, async (client) => {
    await refuseNewer(client);
    return isEmptyLog(client);
  });
}

/** A backup that is signed by another key than the log is could not be told from a forged one. */
async function refuseOtherKey(pool: Pool, signer: CheckpointSigner): Promise<void> {
  const { key: known = signer.key } = await followLogKey(pool, signer);
  if (known === signer.key) return;
  const file = path.join(signer.directory, SIGNING_KEY);
  throw new StartFault(
    `The log is signed by ${known}, and ${file} is ${signer.key}: bring its key back.`,
  );
}

interface Files {
  readonly blobs: Blobs;
  readonly ledger: Ledger;
  close(): void;
}

const blobsIn = (dataDir: string): string => path.join(dataDir, 'blobs');

/** The same as it is found: on a disk without files there are no blobs, and no directory is made for them. */
export async function findFiles(
  config: Config,
  dataDir: string,
): Promise<Pick<Files, 'ledger' | 'close'> & Partial<Files>> {
  if (config.FEUSA_PROFILE !== 'standalone' || existsSync(blobsIn(dataDir)))
    return openFiles(config, dataDir);
  return { ledger: openLedger(dataDir), close() {} };
}

/** What is kept beside the database in the profile that the settings name. @throws StartFault */
export async function openFiles(config: Config, dataDir: string): Promise<Files> {
  if (config.FEUSA_PROFILE === 'standalone') {
    const { openDiskBlobs } = await import('@feusa/files/blobs/disk');
    const blobs = await openDiskBlobs({ dir: blobsIn(dataDir) });
    return { blobs, ledger: openLedger(dataDir), close() {} };
  }
  const { openS3Blobs } = await import('@feusa/files/blobs/s3');
  const { openS3Ledger } = await import('@feusa/privacy/erasure/s3-ledger');
  const log = createLog({ level: 'warn', base: { tool: 'backup' } });
  const options = s3Options(config, log);
  const [blobs, ledger] = await Promise.all([openS3Blobs(options), openS3Ledger(options)]);
  const close = () => {
    blobs.close();
    ledger.close();
  };
  return { blobs, ledger, close };
}
