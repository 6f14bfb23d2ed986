import { readConfig } from '@feusa/profiles/config';
import { migrateDatabase } from '@feusa/profiles/migrate';
import { wrongUse } from '../arguments.js';
import { run } from '../run.js';

const USAGE = `Usage: npm run migrate, with no arguments: brings the database to this version, as its owner
(DATABASE_OWNER_URL), and makes the login of the services (DATABASE_URL) where it is missing.`;

run(async () => {
  if (process.argv.length > 2) return wrongUse(USAGE);
  await migrateDatabase(readConfig(process.env));
  console.log('The database is of this version.');
});
