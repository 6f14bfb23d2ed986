import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openPool } from '@feusa/platform/postgres/pool';
import { freshDatabase } from '@feusa/testing/database';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newNamespace, openDistributed, type OpenedProduct } from './test-distributed.js';

let home: string;
let database: Awaited<ReturnType<typeof freshDatabase>>;
let product: OpenedProduct;
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'feusa-logins-'));
  database = await freshDatabase();
  product = await openDistributed({
    DATABASE_URL: database.url,
    FEUSA_DATA_DIR: home,
    FEUSA_NAMESPACE: newNamespace(),
    S3_BUCKET: newNamespace(),
    FEUSA_LOG_LEVEL: 'silent',
  });
});
afterAll(async () => {
  await product.close();
  await database.drop();
  await rm(home, { recursive: true });
});

it('only command is let in as somebody who can append to the log, or make a session', async () => {
  const pool = openPool({ url: database.url, max: 1, name: 'test' });
  const { rows } = await pool.query<{ name: string; writes: string; service: string }>(
    `select distinct substring(application_name from 'feusa-(command|query|search-indexer)$') as service,
       has_table_privilege(usesysid, 'log.events', 'insert') as appends,
       has_table_privilege(usesysid, 'auth.sessions', 'insert') as "makesSessions",
       has_table_privilege(usesysid, 'log.events', 'update, delete, truncate') as changes
     from pg_stat_activity where datname = current_database() and application_name like 'feusa-%'
       and pid <> pg_backend_pid() order by service`,
  );
  await pool.end();
  expect(rows.filter(({ service }) => service !== null)).toEqual([
    { service: 'command', appends: true, makesSessions: true, changes: false },
    { service: 'query', appends: false, makesSessions: false, changes: false },
    { service: 'search-indexer', appends: false, makesSessions: false, changes: false },
  ]);
});
