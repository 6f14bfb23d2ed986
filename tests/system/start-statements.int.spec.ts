import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '@feusa/profiles/config';
import { openPool } from '@feusa/platform/postgres/pool';
import { createStandalone } from '@feusa/standalone/app';
import { freshDatabase, type FreshDatabase } from '@feusa/testing/database';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import pg from 'pg';

/** Each is a round trip that a start waits for. */
const MOST = 80;
/** Of the folders, what is needed of 10,000 comes at once; of the people, 1,000. */
const MANY = 2500;

let home: string;
let database: FreshDatabase;
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'feusa-start-'));
  database = await freshDatabase();
});
afterAll(async () => {
  await database.drop();
  await rm(home, { recursive: true });
});

/** How many statements are sent until requests can be taken. */
async function statementsOfStart(): Promise<number> {
  const query = jest.spyOn(pg.Client.prototype, 'query');
  const config = readConfig({ FEUSA_DATA_DIR: home, FEUSA_LOG_LEVEL: 'silent' });
  const standalone = await createStandalone(config, database.url);
  const { length } = query.mock.calls;
  query.mockRestore();
  await standalone.close();
  return length;
}

async function addRows(): Promise<void> {
  const pool = openPool({ url: database.url, max: 1, name: 'test' });
  const common = 'select gen_random_uuid(), 1, now()';
  await pool.query(`insert into read.folders (id, version, added_at, name)
    ${common}, 'Folder ' || n from generate_series(1, ${MANY}) n`);
  await pool.query(`insert into read.employees (id, version, added_at, first_name, last_name, phone_number, email,
      role, location, department, manager)
    ${common}, 'Ada', 'No ' || n, '', '', '', '', '', '' from generate_series(1, ${MANY}) n`);
  await pool.end();
}

it('asks the database a bounded number of things, and hardly more where there is much', async () => {
  await statementsOfStart();
  const few = await statementsOfStart();
  expect(few).toBeGreaterThan(20);
  expect(few).toBeLessThanOrEqual(MOST);
  await addRows();
  expect((await statementsOfStart()) - few).toBeLessThanOrEqual(4);
});
