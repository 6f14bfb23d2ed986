import 'reflect-metadata';
import { readConfig } from '@feusa/adapters/config';
import { openLog } from '@feusa/adapters/open-database';
import { rebuildPast } from '@feusa/query/past/rebuild';
import { rebuild } from '@feusa/query/read-model/rebuild';
import { StartFault } from '@feusa/adapters/start-fault';
import { joinDatabase } from '../database.js';
import { run } from './run.js';

run(async () => {
  if (process.argv.length > 2)
    throw new StartFault('Usage: npm run rebuild, with no arguments: replays the log');
  const config = readConfig(process.env);
  const database = await joinDatabase(config);
  const { url } = database;
  const { role, store, close } = await openLog(url, config);
  try {
    const result = await rebuild({ url, role, store }, (done, of) => {
      process.stdout.write(`\rReplayed ${done} of ${of} events`);
    });
    const { differences } = result;
    tell(result);
    for (const { table, rows } of differences)
      console.log(`${table}: ${rows} rows differed and are mended.`);
    if (differences.length === 0) console.log('The read model was the same, row by row. Swapped.');
    const past = await rebuildPast({ url, role, store }, (done, of) => {
      process.stdout.write(`\rReplayed ${done} of ${of} events for the past`);
    });
    tell(past);
    console.log(
      past.differences > 0
        ? `The past: ${past.differences} versions differed and are mended.`
        : 'The past was the same, version by version. Swapped.',
    );
  } finally {
    await close();
    await database.stop();
  }
});

function tell({ events, seconds }: { events: number; seconds: number }): void {
  const rate = Math.round(events / seconds);
  console.log(`\nReplayed ${events} events in ${seconds.toFixed(1)} s (${rate} a second).`);
}
