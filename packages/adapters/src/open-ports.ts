import path from 'node:path';
import type { Pool } from 'pg';
import { createLog } from '@feusa/telemetry/log';
import { outsideRequests } from '@feusa/telemetry/request-context';
import type { Logger } from 'pino';
import type { AuditTrail } from './audit-trail/port.js';
import { openAuditTrail } from './audit-trail/postgres.js';
import { lastBackup } from './backup/book.js';
import type { Blobs } from './blobs/port.js';
import type { Config } from './config.js';
import type { DeadLetters } from './dead-letters/port.js';
import { openPostgresDeadLetters } from './dead-letters/postgres.js';
import type { EventLog } from './event-log/port.js';
import { Progress, type Reached } from './event-log/progress.js';
import type { EventStore } from './event-store/port.js';
import { openLedger } from './erasure/ledger.js';
import type { Erasures, Ledger } from './erasure/port.js';
import { openErasures } from './erasure/postgres.js';
import { openPostgresEventStore } from './event-store/postgres.js';
import type { Limits } from './limits/port.js';
import type { Mail } from './mail/port.js';
import type { Credentials } from './passwords/port.js';
import { openPostgresCredentials } from './passwords/postgres.js';
import { prepareDatabase } from './postgres/prepare.js';
import { openPool } from './postgres/pool.js';
import type { SearchIndex } from './search/port.js';
import type { Sessions } from './sessions/port.js';
import { openMasterKey } from './subject-keys/master-key.js';
import { openSubjectKeys } from './subject-keys/subject-keys.js';
import { openPostgresSessions } from './sessions/postgres.js';
import type { TransparentLog } from './transparency/port.js';
import { openTransparentLog } from './transparency/postgres.js';
import { openSigner } from './transparency/signer.js';
import type { CheckpointSigner } from './transparency/signer.js';
import { readVerifierKey, verifierKey } from './transparency/checkpoint.js';
import { Guard } from './transparency/guard/guard.js';
import { guardedLog, guardedStore } from './transparency/guard/guarded.js';
import { LastSigned } from './transparency/guard/known.js';
import type { LogGuard } from './transparency/guard/port.js';
import { openPublishing, witnessesOf } from './transparency/publishing/open.js';
import type { Publishing } from './transparency/publishing/port.js';
import { openPostgresMemory } from './transparency/witness/postgres.js';
import type { Witnessing } from './transparency/witness/port.js';
import { Witness } from './transparency/witness/witness.js';
import type { BlobReferences } from './uploads/port.js';
import { openBlobReferences } from './uploads/references.js';
import type { Staging } from './uploads/staging-port.js';

/** What says where the master key is. */
export type KeySettings = Pick<Config, 'FEUSA_DATA_DIR' | 'FEUSA_MASTER_KEY'>;

/** Everything outside the program that the services use, opened for one profile. */
export interface Ports {
  readonly config: Config;
  readonly log: Logger;
  readonly databaseUrl: string;
  /** The database role that services act as, where this database has it. */
  readonly role: string | undefined;
  readonly pool: Pool;
  readonly store: EventStore;
  readonly eventLog: EventLog;
  readonly deadLetters: DeadLetters;
  readonly transparentLog: TransparentLog;
  readonly publishing: Publishing;
  readonly logGuard: LogGuard;
  /** For the logs of other installations; undefined where there are none. */
  readonly witness: Witnessing | undefined;
  readonly auditTrail: AuditTrail;
  readonly search: SearchIndex;
  readonly indexed: Reached;
  readonly sessions: Sessions;
  readonly credentials: Credentials;
  readonly limits: Limits;
  readonly mail: Mail;
  readonly blobs: Blobs;
  /** Where uploads lie until they are finished. */
  readonly staging: Staging;
  readonly blobReferences: BlobReferences;
  readonly erasures: Erasures;
  readonly ledger: Ledger;
  /** When the last whole backup was made, in ms; undefined for never. */
  lastBackup(): Promise<number | undefined>;
  close(): Promise<void>;
}

/** The ports of one process that does everything: it knows itself how far its index has come. */
export interface StandalonePorts extends Ports {
  readonly indexed: Progress;
}

/** Opens the standalone profile's ports; what it does not use is never loaded. */
export async function openPorts(config: Config, databaseUrl: string): Promise<StandalonePorts> {
  const log = createLog({ level: config.FEUSA_LOG_LEVEL });
  const role = await prepareDatabase(databaseUrl);
  const onError = (err: Error) =>
    outsideRequests(() => log.warn({ err }, 'database connection lost'));
  const pool = openPool({
    url: databaseUrl,
    max: 10,
    name: 'command',
    onError,
    ...(role && { role }),
  });
  const store = openPostgresEventStore(pool, await keysOf(config, pool));
  const [
    { openTail },
    { openMiniSearch },
    { openInProcessLimits },
    { openDiskBlobs },
    { openDiskStaging },
    mail,
  ] = await Promise.all([
    import('./event-log/tail.js'),
    import('./search/minisearch.js'),
    import('./limits/in-process.js'),
    import('./blobs/disk.js'),
    import('./uploads/disk.js'),
    openMail(config, log),
  ]);
  const dataDir = path.resolve(config.FEUSA_DATA_DIR);
  const eventLog = openTail(store, log);
  const signer = await openSigner(dataDir, config.FEUSA_CHECKPOINT_ORIGIN);
  const sessions = openPostgresSessions(pool);
  const transparency = openTransparency(
    { config, pool, databaseUrl, role, log, mail, store },
    signer,
  );
  return {
    config,
    log,
    databaseUrl,
    role,
    pool,
    eventLog,
    deadLetters: openPostgresDeadLetters(pool),
    ...transparency,
    auditTrail: openAuditTrail(pool),
    search: await openMiniSearch(),
    indexed: new Progress(),
    sessions,
    credentials: openPostgresCredentials(pool),
    limits: openInProcessLimits(),
    mail,
    blobs: await openDiskBlobs({ dir: path.join(dataDir, 'blobs') }),
    staging: await openDiskStaging({ dir: path.join(dataDir, 'uploads') }),
    blobReferences: openBlobReferences(pool),
    erasures: openErasures(pool),
    ledger: openLedger(dataDir),
    lastBackup: () => lastBackup(pool),
    async close() {
      transparency.logGuard.close();
      await mail.close();
      await pool.end();
    },
  };
}

const keysOf = async (config: KeySettings, pool: Pool) =>
  openSubjectKeys(pool, await openMasterKey(config, pool));

type Transparency = Pick<Ports, 'store' | 'transparentLog' | 'publishing' | 'witness' | 'logGuard'>;

/**
 * The tree over the log, who keeps a log from being written that is not the one that is known, those who
 * are told of it, and what is said of the logs of others.
 */
export function openTransparency(
  options: Pick<Ports, 'config' | 'pool' | 'databaseUrl' | 'role' | 'log' | 'mail' | 'store'>,
  signer: CheckpointSigner,
): Transparency {
  const { config, pool, log } = options;
  const { tree, guard, last } = openGuardedTree(options, signer);
  const transparentLog = guardedLog(tree, guard, last, log);
  const logs = config.FEUSA_WITNESS_LOGS.flatMap((key) => readVerifierKey(key) ?? []);
  const { cosigner } = signer;
  return {
    store: guardedStore(options.store, guard),
    transparentLog,
    logGuard: guard,
    publishing: openPublishing({ ...options, tree: transparentLog, verifier: signer.verifier }),
    witness:
      logs.length > 0
        ? new Witness({ logs, cosigner, memory: openPostgresMemory(pool) })
        : undefined,
  };
}

/** The tree as it is, and what compares it with what is known of it. */
export function openGuardedTree(
  { config, pool, store, log }: Pick<Ports, 'config' | 'pool' | 'store' | 'log'>,
  signer: CheckpointSigner,
) {
  const witnesses = witnessesOf(config);
  const keys = witnesses.map(({ verifier }) => verifierKey(verifier));
  const tree = openTransparentLog({ pool, signer, witnesses: keys, log });
  const directory = config.FEUSA_CHECKPOINT_DIR;
  const guard = new Guard({ pool, store, tree, signer, directory, witnesses, log });
  return { tree, guard, last: new LastSigned(signer) };
}

/** The log alone, for a tool that works beside the product; `role` is the one to act as. */
export async function openLog(databaseUrl: string, config: KeySettings) {
  const role = await prepareDatabase(databaseUrl);
  const pool = openPool({ url: databaseUrl, max: 2, name: 'tool', ...(role && { role }) });
  return {
    role,
    pool,
    store: openPostgresEventStore(pool, await keysOf(config, pool)),
    deadLetters: openPostgresDeadLetters(pool),
    close: () => pool.end(),
  };
}

/** By SMTP where a server is set, else into the data directory. */
export async function openMail(config: Config, log: Logger): Promise<Mail> {
  if (config.SMTP_URL) {
    const { openSmtp } = await import('./mail/smtp.js');
    return openSmtp({ url: config.SMTP_URL, log });
  }
  const { openMailDirectory } = await import('./mail/directory.js');
  return openMailDirectory({ dir: path.join(path.resolve(config.FEUSA_DATA_DIR), 'mail'), log });
}
