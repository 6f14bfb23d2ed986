import { requireSettings, type Config } from './config.js';
import { openAccess } from './access.js';

/** Brings the database to this version, as its owner, with the login of the services. @throws StartFault */
export async function migrateDatabase(config: Config): Promise<void> {
  const given = requireSettings(config, ['DATABASE_URL', 'DATABASE_OWNER_URL']);
  await openAccess({ url: given.DATABASE_URL, ownerUrl: given.DATABASE_OWNER_URL });
}
