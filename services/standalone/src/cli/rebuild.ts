import 'reflect-metadata';
import { readConfig } from '@feusa/adapters/config';
import { openPostgresEventStore } from '@feusa/adapters/event-store/postgres';
import { openPool } from '@feusa/adapters/postgres/pool';
import { prepareDatabase } from '@feusa/adapters/postgres/prepare';
import { rebuild } from '@feusa/query/read-model/rebuild';
import { joinDatabase } from '../database.js';
import { run } from './run.js';

run(async () => {
  const database = await joinDatabase(readConfig(process.env));
  const { url } = database;
  const role = await prepareDatabase(url);
  const pool = openPool({ url, max: 2, name: 'rebuild', ...(role && { role }) });
  try {
    const store = openPostgresEventStore(pool);
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
    await pool.end();
    await database.stop();
  }
});
