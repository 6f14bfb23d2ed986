// Appends a history of people to an empty database through the event store, several writers at once,
// and replays it through the product's own rebuild. Prints events a second, the median of three.
import { randomUUID } from 'node:crypto';
import type { EventStore, NewEvent } from '@feusa/event-log/store/port';
import { keysTables } from '@feusa/privacy/subject-keys/schema';
import { testKeys } from '@feusa/privacy/subject-keys/test-keys';
import { openPostgresEventStore } from '@feusa/event-log/store/postgres';
import { logTables } from '@feusa/event-log/store/schema';
import { migrate } from '@feusa/platform/postgres/migrate';
import { openPool } from '@feusa/platform/postgres/pool';
import { rebuild } from '@feusa/query/read-model/rebuild';
import { history, type Change } from './data.js';

const WRITERS = 8;
const BATCH = 500;
const ROUNDS = 3;

const [url = '', count = ''] = process.argv.slice(2);
const events = Number(count);
const [role] = await migrate(url, [logTables, keysTables]);
const pool = openPool({ url, max: WRITERS, name: 'replay', ...(role && { role }) });
const store = openPostgresEventStore(pool, testKeys(pool));
const written = [...history(events)];
const ids = written
  .map(({ person }) => person)
  .reduce<string[]>((known, person) => {
    known[person] ??= randomUUID();
    return known;
  }, []);
await Promise.all(Array.from({ length: WRITERS }, (_, writer) => appendOwn(writer)));

const rates: number[] = [];
let differing = 0;
await rebuild({ url, role, store });
for (let round = 0; round < ROUNDS; round++) {
  const { seconds, differences } = await rebuild({ url, role, store });
  rates.push(events / seconds);
  differing += differences.reduce((sum, { rows }) => sum + rows, 0);
}
const { rows } = await pool.query<{ found: number }>(
  'select count(*)::int as found from read.employees where version = $1',
  [Math.floor(events / ids.length)],
);
await pool.end();
console.log(
  JSON.stringify({
    events,
    toTablePerBatch: Math.round(rates.sort((a, b) => a - b)[1] ?? 0),
    peopleAfterEightWriters: `${rows[0]?.found} of ${ids.length}`,
    rowsThatDiffered: differing,
  }),
);

/** Every eighth person's events, in their order; where the log has moved on, tries again at its end. */
async function appendOwn(writer: number): Promise<void> {
  const own = written.filter(({ person }) => person % WRITERS === writer).map(eventOf);
  for (let at = 0; at < own.length; at += BATCH) await append(store, own.slice(at, at + BATCH));
}

async function append(to: EventStore, batch: readonly NewEvent[]): Promise<void> {
  const nothing = { folders: new Map(), answers: [] };
  while (!(await to.append({ expected: await to.head(), events: batch, ...nothing }))) continue;
}

function eventOf({ person, version, record }: Change): NewEvent {
  return {
    type: version === 1 ? 'EmployeeAdded' : 'EmployeeUpdated',
    data: record,
    id: randomUUID(),
    stream: `employee-${ids[person]}`,
    version,
    schemaVersion: 1,
    at: new Date().toISOString(),
    actor: 'system',
    commandId: randomUUID(),
    correlationId: 'bench',
  };
}
