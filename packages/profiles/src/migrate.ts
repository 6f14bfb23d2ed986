import { requireSettings, type Config } from './config.js';
import { INDEXER_ROLE, QUERY_ROLE } from '@feusa/platform/postgres/roles';
import { openAccess } from './access.js';
import { refuseUnfinishedRestore } from './unfinished-restore.js';

/** Brings the database to this version, as its owner, with the logins of the services. @throws StartFault */
export async function migrateDatabase(config: Config): Promise<void> {
  refuseUnfinishedRestore(config);
  const given = requireSettings(config, ['DATABASE_URL', 'DATABASE_OWNER_URL']);
  const ownerUrl = given.DATABASE_OWNER_URL;
  await openAccess({ url: given.DATABASE_URL, ownerUrl });
  const { DATABASE_QUERY_URL: query, DATABASE_INDEXER_URL: indexer } = config;
  if (query) await openAccess({ url: query, ownerUrl }, QUERY_ROLE);
  if (indexer) await openAccess({ url: indexer, ownerUrl }, INDEXER_ROLE);
}
