import { outsideRequests } from '@feusa/telemetry/request-context';
import type { Logger } from 'pino';
import type { Pool } from 'pg';
import { openAuditTrail } from '../audit-trail/postgres.js';
import { lastBackup } from '../backup/book.js';
import type { Config } from '../config.js';
import { openPostgresDeadLetters } from '../dead-letters/postgres.js';
import { openErasures } from '../erasure/postgres.js';
import type { EventStore } from '../event-store/port.js';
import { openPostgresEventStore } from '../event-store/postgres.js';
import { openPostgresCredentials } from '../passwords/postgres.js';
import { openPool } from '../postgres/pool.js';
import { prepareDatabase } from '../postgres/prepare.js';
import { openMasterKey } from '../subject-keys/master-key.js';
import type { SubjectKeys } from '../subject-keys/port.js';
import { openSubjectKeys } from '../subject-keys/subject-keys.js';
import { openBlobReferences } from '../uploads/references.js';

/** What says where the master key is. */
type KeySettings = Pick<Config, 'FEUSA_DATA_DIR' | 'FEUSA_MASTER_KEY'>;

interface DatabaseOptions {
  readonly url: string;
  /** How many connections at once. */
  readonly max: number;
  /** Of the service or the tool. */
  readonly name: string;
  /** Is told of lost connections. */
  readonly log?: Pick<Logger, 'warn'>;
}

interface Database {
  /** The database role that services act as, where this database has it. */
  readonly role: string | undefined;
  readonly pool: Pool;
  readonly subjectKeys: SubjectKeys;
  readonly store: EventStore;
}

/**
 * Brings the database to the newest schemas and opens the log in it, as the role of the services.
 * @throws StartFault where the master key is lost or another one
 */
export async function openLogDatabase(
  config: KeySettings,
  { url, max, name, log }: DatabaseOptions,
): Promise<Database> {
  const role = await prepareDatabase(url);
  const onError = (err: Error) =>
    outsideRequests(() => log?.warn({ err }, 'database connection lost'));
  const pool = openPool({ url, max, name, onError, ...(role && { role }) });
  const subjectKeys = openSubjectKeys(pool, await openMasterKey(config, pool));
  return { role, pool, subjectKeys, store: openPostgresEventStore(pool, subjectKeys) };
}

/** What every profile keeps in its database beside the log. */
export const portsIn = (pool: Pool) => ({
  deadLetters: openPostgresDeadLetters(pool),
  auditTrail: openAuditTrail(pool),
  credentials: openPostgresCredentials(pool),
  blobReferences: openBlobReferences(pool),
  erasures: openErasures(pool),
  lastBackup: () => lastBackup(pool),
});

/** The log alone, for a tool that works beside the product; `role` is the one to act as. */
export async function openLog(url: string, config: KeySettings) {
  const { role, pool, store } = await openLogDatabase(config, { url, max: 2, name: 'tool' });
  const deadLetters = openPostgresDeadLetters(pool);
  return { role, pool, store, deadLetters, close: () => pool.end() };
}
