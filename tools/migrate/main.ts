import { readConfig } from '@feusa/profiles/config';
import { migrateDatabase } from '@feusa/profiles/migrate';
import { readArguments, toolOf } from '../arguments.js';
import { run } from '../run.js';

const ABOUT = `Brings the database to this version, as its owner (DATABASE_OWNER_URL), and makes the login of the
services (DATABASE_URL) where it is missing.`;

run(async () => {
  readArguments(toolOf('migrate', ABOUT));
  await migrateDatabase(readConfig(process.env));
  console.log('The database is of this version.');
});
