import type { Pool } from 'pg';
import { BackupNote } from '@feusa/backup/last-backup';
import { backupTables } from '@feusa/backup/schema';
import { StoredAction, StoredLetter } from '@feusa/event-log/dead-letters/entities';
import { deadLetterTables } from '@feusa/event-log/dead-letters/schema';
import { ErasedStream, Photo } from '@feusa/privacy/erasure/entities';
import { relayTables } from '@feusa/event-log/relay/schema';
import { logTables } from '@feusa/event-log/store/schema';
import { MarkKey } from '@feusa/privacy/mark-key/postgres';
import { authEntities } from '@feusa/identity/sessions/entities';
import { StoredItem } from '@feusa/identity/personal/entities';
import { personalTables } from '@feusa/identity/personal/schema';
import { authTables } from '@feusa/identity/sessions/schema';
import { keysTables } from '@feusa/privacy/subject-keys/schema';
import { accessTables } from '@feusa/transparency/access-log/schema';
import { webhookTables } from '@feusa/event-log/webhooks/schema';
import { transparencyTables } from '@feusa/transparency/schema';
import { StartedOver, Witnessed } from '@feusa/transparency/witness/entities';
import {
  IndexBlobs1795235851000,
  IndexVersions1795369500000,
  uploadsTables,
} from '@feusa/files/uploads/schema';
import { isMigrated } from '@feusa/platform/postgres/adoption';
import { migrate } from '@feusa/platform/postgres/migrate';
import type { ServiceRole } from '@feusa/platform/postgres/roles';
import type { SchemaPart } from '@feusa/platform/postgres/schema-part';
import { inSession } from '@feusa/platform/postgres/session';
import { openSource, type Connections } from '@feusa/platform/postgres/source';
import { refuseNewer } from '@feusa/platform/postgres/version';

const [createLog, ...indexes] = logTables.migrations;
const logMigrations = [createLog, IndexBlobs1795235851000, ...indexes, IndexVersions1795369500000];

/** Every table that lasts. */
export const parts: readonly SchemaPart[] = [
  { ...logTables, migrations: logMigrations },
  keysTables,
  relayTables,
  authTables,
  personalTables,
  transparencyTables,
  accessTables,
  webhookTables,
  backupTables,
  deadLetterTables,
  uploadsTables,
];

const entities = [
  ...[...authEntities, MarkKey, ErasedStream, Photo],
  ...[StoredLetter, StoredAction, BackupNote, Witnessed, StartedOver, StoredItem],
];

/** A pool, and its tables as entities. */
export const openConnections = async (pool: Pool): Promise<Connections> => ({
  pool,
  source: await openSource(pool, { entities }),
});

/** Brings a database to the newest schemas; answers with the roles that services can act as, if any. */
export const prepareDatabase = (url: string): Promise<readonly ServiceRole[]> =>
  migrate(url, parts);

/** No table yet, one of before, or no right to read it: that comes with the schemas. */
const NOT_YET = ['42P01', '42703', '42501'];

/** Whether somebody has brought a database to the newest schemas. */
export async function isPrepared(url: string): Promise<boolean> {
  return inSession(url, async (client) => {
    await refuseNewer(client);
    return isMigrated(client, parts);
  }).catch((fault: { code?: string }) => {
    if (!NOT_YET.includes(fault.code ?? '')) throw fault;
    return false;
  });
}
