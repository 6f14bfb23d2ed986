import { readConfig } from '@feusa/profiles/config';
import { placesWith } from '@feusa/profiles/erasure-check/erasure-check';
import { readArguments, toolOf } from '../arguments.js';
import { withDatabase } from '@feusa/profiles/standalone-database';
import { run } from '../run.js';

const ABOUT = `Says where any of the values is found, and fails where one is. Values that begin with - come after --:
npm run erasure-check -- -- -VALUE`;

const tool = toolOf('erasure-check', ABOUT).argument(
  '<value...>',
  'a name, an address or whatever else was erased',
);

run(async () => {
  const { words: values } = readArguments(tool);
  if (values.some((value) => value.trim() === ''))
    tool.error('An empty value is found everywhere.');
  const config = readConfig(process.env);
  const places = await withDatabase(config, (url) => placesWith(config, url, values));
  for (const place of places) console.log(`Found in ${place}`);
  if (places.length > 0) process.exitCode = 1;
  else console.log('Found nowhere: neither in the database, nor in files, nor in an engine.');
});
