import { readConfig } from '@feusa/profiles/config';
import { placesWith } from '@feusa/profiles/erasure-check/erasure-check';
import { wrongUse } from '../arguments.js';
import { withDatabase } from '@feusa/profiles/standalone-database';
import { run } from '../run.js';

const USAGE = 'Usage: npm run erasure-check -- VALUE...';

/** Says where any of the values is found, and fails where one is. */
run(async () => {
  const values = process.argv.slice(2);
  if (values.includes('--help')) return console.log(USAGE);
  // An empty one is found everywhere; none at all is found nowhere.
  if (values.length === 0 || values.some((value) => value.trim() === '')) return wrongUse(USAGE);
  const config = readConfig(process.env);
  const places = await withDatabase(config, (url) => placesWith(config, url, values));
  for (const place of places) console.log(`Found in ${place}`);
  if (places.length > 0) process.exitCode = 1;
  else console.log('Found nowhere: neither in the database, nor in files, nor in an engine.');
});
