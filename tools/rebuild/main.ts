import 'reflect-metadata';
import { onceAtATime } from '@feusa/profiles/alone';
import { readConfig, type Config } from '@feusa/profiles/config';
import type { DeadLetter } from '@feusa/event-log/dead-letters/port';
import { openLogAsQuery } from '@feusa/profiles/database';
import { rebuildHistory } from '@feusa/query/as-of/rebuild';
import { rebuild, type LogDatabase } from '@feusa/query/read-model/rebuild';
import { readArguments, toolOf } from '../arguments.js';
import { withDatabase } from '@feusa/profiles/standalone-database';
import { faultText } from '@feusa/platform/telemetry/fault-text';
import { run } from '../run.js';

const ABOUT =
  'Replays the log into new tables, compares them row by row with what there is, and swaps.';

run(async () => {
  readArguments(toolOf('rebuild', ABOUT));
  const config = readConfig(process.env);
  await withDatabase(config, (url) => onceAtATime(url, 'rebuild', () => rebuildAll(config, url)));
});

async function rebuildAll(config: Config, given: string): Promise<void> {
  const { url, role, store, deadLetters, close } = await openLogAsQuery(given, config);
  try {
    const result = await rebuild({ url, role, store, deadLetters }, (done, of) => {
      process.stdout.write(`\rReplayed ${done} of ${of} events`);
    });
    const { differences, blocked } = result;
    print(result);
    for (const { table, rows } of differences)
      console.log(`${table}: ${rows} rows differed and are mended.`);
    if (differences.length === 0) console.log('The read model was the same, row by row. Swapped.');
    printBlocked(blocked);
    await pastToo({ url, role, store });
  } finally {
    await close();
  }
}

/** What cannot be written down of the past leaves it as it is; the present was rebuilt all the same. */
async function pastToo(place: LogDatabase): Promise<void> {
  const past = await rebuildHistory(place, (done, of) => {
    process.stdout.write(`\rReplayed ${done} of ${of} events for the past`);
  }).catch((fault: unknown) => {
    process.exitCode = 1;
    console.log(`\nThe past was not rebuilt and stays as it was: ${faultText(fault)}`);
  });
  if (!past) return;
  print(past);
  console.log(
    past.differences > 0
      ? `The past: ${past.differences} versions differed and are mended.`
      : 'The past was the same, version by version. Swapped.',
  );
}

const SHOWN = 10;

function printBlocked(blocked: readonly DeadLetter[]): void {
  if (blocked.length === 0) return;
  process.exitCode = 1;
  const are = blocked.length === 1 ? '1 stream is' : `${blocked.length} streams are`;
  console.log(`${are} not shown whole: an event that cannot be handled is in the way.`);
  for (const { stream, fromVersion, position, error } of blocked.slice(0, SHOWN))
    console.log(`  ${stream} from version ${fromVersion} (event ${position}): ${error}`);
  if (blocked.length > SHOWN) console.log(`  and ${blocked.length - SHOWN} more`);
  console.log('npm run dead-letters -- list shows them; redrive has the product try them again.');
}

function print({ events, seconds }: { events: number; seconds: number }): void {
  const rate = Math.round(events / seconds);
  console.log(`\nReplayed ${events} events in ${seconds.toFixed(1)} s (${rate} a second).`);
}
