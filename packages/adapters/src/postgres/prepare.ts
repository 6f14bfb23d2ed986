import { backupGrants, backupMigrations } from '../backup/schema.js';
import { parkingGrants, parkingMigrations } from '../dead-letters/schema.js';
import { relayGrants, relayMigrations } from '../event-log/relay-schema.js';
import { causeIndexes, homeIndex } from '../event-store/lookups.js';
import { logGrants, logMigrations } from '../event-store/schema.js';
import { transparencyGrants, transparencyMigrations } from '../transparency/schema.js';
import { keysGrants, keysMigrations } from '../subject-keys/schema.js';
import { authGrants, authMigrations } from '../sessions/schema.js';
import { blobReferenceIndex } from '../uploads/references.js';
import { migrate } from './migrate.js';

/** Brings a database to the newest schemas; answers with the role that services act as, if any. */
export const prepareDatabase = (url: string): Promise<string | undefined> =>
  migrate(url, [
    {
      schema: 'log',
      migrations: [...logMigrations, blobReferenceIndex, homeIndex, causeIndexes],
      grants: logGrants,
    },
    { schema: 'keys', migrations: keysMigrations, grants: keysGrants },
    { schema: 'relay', migrations: relayMigrations, grants: relayGrants },
    { schema: 'auth', migrations: authMigrations, grants: authGrants },
    {
      schema: 'transparency',
      migrations: transparencyMigrations,
      grants: transparencyGrants,
    },
    { schema: 'backup', migrations: backupMigrations, grants: backupGrants },
    { schema: 'parking', migrations: parkingMigrations, grants: parkingGrants },
  ]);
