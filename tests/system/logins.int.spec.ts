import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openPool } from '@feusa/platform/postgres/pool';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Restored } from './test-restored.js';

let home: string;
let harness: Restored;
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'feusa-logins-'));
  harness = new Restored();
});
afterAll(async () => {
  await harness.drop();
  await rm(home, { recursive: true });
});

it('a running product has no connection by which the log could be changed', async () => {
  const database = await harness.newDatabase();
  await harness.start({ FEUSA_DATA_DIR: home }, database);
  await harness.add('One');
  await harness.checkpoint();
  const pool = openPool({ url: database.url, max: 1, name: 'test' });
  const { rows } = await pool.query<{ name: string; mayChange: boolean; isOther: boolean }>(
    `select distinct usename as name, usename <> session_user as "isOther",
       has_table_privilege(usesysid, 'log.events', 'update, delete, truncate') as "mayChange"
     from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and usename is not null`,
  );
  await pool.end();
  expect(rows).toEqual([
    { name: expect.stringMatching(/^feusa_login_/), isOther: true, mayChange: false },
  ]);
});
