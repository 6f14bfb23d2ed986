import { readConfig } from '@feusa/profiles/config';
import { migrateDatabase } from '@feusa/profiles/migrate';
import { readArguments, toolOf } from '../arguments.js';
import { run } from '../run.js';

const ABOUT = `Brings the database to this version, as its owner (DATABASE_OWNER_URL), and makes the logins of the
services where they are missing: of command by DATABASE_URL, of the others by DATABASE_QUERY_URL and
DATABASE_INDEXER_URL.`;

run(async () => {
  readArguments(toolOf('migrate', ABOUT));
  await migrateDatabase(readConfig(process.env));
  console.log('The database is of this version.');
});
