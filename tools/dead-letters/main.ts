import 'reflect-metadata';
import { onceAtATime } from '@feusa/profiles/alone';
import { readConfig } from '@feusa/profiles/config';
import { openLog } from '@feusa/profiles/database';
import { rehearse } from '@feusa/query/operations/rehearsal';
import { withDatabase } from '@feusa/profiles/standalone-database';
import { readOptions } from './options.js';
import { runDeadLetters } from './run.js';
import { run } from '../run.js';

run(async () => {
  const options = readOptions(process.argv.slice(2));
  const config = readConfig(process.env);
  const worked = await withDatabase(config, async (given) => {
    const { url, role, store, deadLetters, close } = await openLog(given, config);
    return runDeadLetters(options, {
      letters: deadLetters,
      // Of other consumers only their engine knows what it takes.
      rehearse: (letters) =>
        onceAtATime(url, 'dead-letters', () =>
          rehearse(
            { url, role, store },
            letters.filter(({ consumer }) => consumer === 'read-model'),
          ),
        ),
      print: (line) => console.log(line),
    }).finally(close);
  });
  if (!worked) process.exitCode = 1;
});
