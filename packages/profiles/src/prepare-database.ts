import { backupGrants, backupMigrations } from '@feusa/backup/schema';
import { parkingGrants, parkingMigrations } from '@feusa/event-log/dead-letters/schema';
import { relayGrants, relayMigrations } from '@feusa/event-log/relay/schema';
import { causeIndexes, homeIndex } from '@feusa/event-log/store/lookups';
import { logGrants, logMigrations } from '@feusa/event-log/store/schema';
import { transparencyGrants, transparencyMigrations } from '@feusa/transparency/schema';
import { keysGrants, keysMigrations } from '@feusa/privacy/subject-keys/schema';
import { authGrants, authMigrations } from '@feusa/identity/sessions/schema';
import { blobReferenceIndex } from '@feusa/files/uploads/references';
import { uploadsGrants, uploadsMigrations } from '@feusa/files/uploads/schema';
import { isMigrated, migrate, type SchemaPlan } from '@feusa/platform/postgres/migrate';
import { inSession } from '@feusa/platform/postgres/session';
import { refuseNewer } from '@feusa/platform/postgres/version';

const plans: readonly SchemaPlan[] = [
  {
    schema: 'log',
    migrations: [...logMigrations, blobReferenceIndex, homeIndex, causeIndexes],
    grants: logGrants,
  },
  { schema: 'keys', migrations: keysMigrations, grants: keysGrants },
  { schema: 'relay', migrations: relayMigrations, grants: relayGrants },
  { schema: 'auth', migrations: authMigrations, grants: authGrants },
  { schema: 'transparency', migrations: transparencyMigrations, grants: transparencyGrants },
  { schema: 'backup', migrations: backupMigrations, grants: backupGrants },
  { schema: 'parking', migrations: parkingMigrations, grants: parkingGrants },
  { schema: 'uploads', migrations: uploadsMigrations, grants: uploadsGrants },
];

/** Brings a database to the newest schemas; answers with the role that services act as, if any. */
export const prepareDatabase = (url: string): Promise<string | undefined> => migrate(url, plans);

/** No table yet, or no right to read it: that comes with the schemas. */
const NOT_YET = ['42P01', '42501'];

/** Whether somebody has brought a database to the newest schemas. */
export async function isPrepared(url: string): Promise<boolean> {
  return inSession(url, async (client) => {
    await refuseNewer(client);
    return isMigrated(client, plans);
  }).catch((fault: { code?: string }) => {
    if (!NOT_YET.includes(fault.code ?? '')) throw fault;
    return false;
  });
}
