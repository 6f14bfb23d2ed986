import { backupGrants, backupMigrations } from '../backup/schema.js';
import { parkingGrants, parkingMigrations } from '../dead-letters/schema.js';
import { relayGrants, relayMigrations } from '../event-log/relay-schema.js';
import { causeIndexes, homeIndex } from '../event-store/lookups.js';
import { logGrants, logMigrations } from '../event-store/schema.js';
import { transparencyGrants, transparencyMigrations } from '../transparency/schema.js';
import { keysGrants, keysMigrations } from '../subject-keys/schema.js';
import { authGrants, authMigrations } from '../sessions/schema.js';
import { blobReferenceIndex } from '../uploads/references.js';
import { uploadsGrants, uploadsMigrations } from '../uploads/schema.js';
import { isMigrated, migrate, type SchemaPlan } from './migrate.js';
import { inSession } from './session.js';
import { refuseNewer } from './version.js';

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
