import 'reflect-metadata';
import { readConfig } from '@feusa/adapters/config';
import { openLog } from '@feusa/adapters/open-ports';
import { rebuild } from '@feusa/query/read-model/rebuild';
import { joinDatabase } from '../database.js';
import { run } from './run.js';

run(async () => {
  const database = await joinDatabase(readConfig(process.env));
  const { url } = database;
  const { role, store, close } = await openLog(url);
  try {
    const result = await rebuild({ url, role, store }, (done, of) => {
      process.stdout.write(`\rReplayed ${done} of ${of} events`);
    });
    const { events, seconds, differences } = result;
    console.log(
      `\nReplayed ${events} events in ${seconds.toFixed(1)} s (${Math.round(events / seconds)} a second).`,
    );
    for (const { table, rows } of differences)
      console.log(`${table}: ${rows} rows differed and are mended.`);
    if (differences.length === 0) console.log('The read model was the same, row by row. Swapped.');
  } finally {
    await close();
    await database.stop();
  }
});
