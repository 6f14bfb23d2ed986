import { randomUUID } from 'node:crypto';
import { streamOf } from '@feusa/contracts/events';
import { append, sample } from '@feusa/event-log/store/test-samples';
import { openTestLog, type TestLog } from '@feusa/testing/log';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { HistoryDatabase } from '../as-of/database.js';
import { HistoryProjection } from '../as-of/history-projection.js';
import { rebuildHistory } from '../as-of/rebuild.js';
import { ReadDatabase } from './database.js';
import { rebuild, replay } from './rebuild.js';
import { Projector } from './projector.js';

let log: TestLog;
let database: ReadDatabase;
let past: HistoryDatabase;
beforeAll(async () => {
  log = await openTestLog();
  database = await ReadDatabase.open(log.url, { role: log.role });
  past = new HistoryDatabase(database);
  await database.prepare();
  await past.prepare();
  const error = { type: 'ErrorLogged', data: { details: 'Upload failed', errors: null } } as const;
  await append(log.store, [sample(streamOf('error', randomUUID()), 1, error)]);
  await replay(log.store, new Projector(database, log.store, () => undefined), { upTo: 1 });
  await replay(log.store, new HistoryProjection(past), { upTo: 1 });
  await log.owner
    .query(`create function public.unhurried() returns boolean language plpgsql as $$ begin
    if current_setting('statement_timeout') <> '0' then raise exception 'in a hurry'; end if;
    return true;
  end $$`);
});
afterAll(async () => {
  await database.close();
  await log.close();
});

/** Has a table answer only where that may take as long as it needs. */
const large = (schema: string, table: string) =>
  log.owner.query(`alter table "${schema}".${table} rename to ${table}_kept;
    create view "${schema}".${table} as select * from "${schema}".${table}_kept where public.unhurried();
    grant select on "${schema}".${table} to public`);

it('a rebuild compares tables of any size', async () => {
  await large('read', 'errors');
  await large('past', 'versions');
  const place = { url: log.url, role: log.role, store: log.store };
  expect(await rebuild(place)).toMatchObject({ events: 1, differences: [] });
  expect(await rebuildHistory(place)).toMatchObject({ events: 1, differences: 0 });
});

it('an upgrade makes indexes of any size, and no other statement may take so long', async () => {
  await log.owner
    .query(`create function public.of_index() returns event_trigger language plpgsql as $$ begin
      perform public.unhurried();
    end $$;
    create event trigger hurry on ddl_command_start when tag in ('CREATE INDEX')
      execute function public.of_index()`);
  await database.prepare();
  await log.owner.query('drop event trigger hurry');
  const settings = await Promise.all(
    Array.from({ length: 8 }, () => database.prepared('limit', 'show statement_timeout', [])),
  );
  expect(new Set(settings.map((rows) => JSON.stringify(rows)))).toEqual(
    new Set(['[{"statement_timeout":"30s"}]']),
  );
});
