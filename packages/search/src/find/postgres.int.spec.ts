import { findBounds } from '@feusa/contracts/find-bounds';
import { afterAll, afterEach, expect, it } from '@jest/globals';
import { openPool } from '@feusa/platform/postgres/pool';
import { freshDatabase, type FreshDatabase } from '@feusa/testing/database';
import type pg from 'pg';
import { documentsContract } from './contract.js';
import { openPostgresDocuments } from './postgres.js';

const opened: { pool: pg.Pool; database: FreshDatabase }[] = [];
const closeAll = async () => {
  for (const { pool, database } of opened.splice(0)) {
    await pool.end();
    await database.drop();
  }
};
afterEach(async () => {
  for (const { pool } of opened) await pool.query('drop schema if exists find cascade');
});
afterAll(closeAll);

const open = async () => {
  if (opened.length === 0) {
    const database = await freshDatabase();
    opened.push({ database, pool: openPool({ url: database.url, max: 4, name: 'find' }) });
  }
  return openPostgresDocuments(opened[0]!.pool);
};
documentsContract('PostgreSQL', open);

it('counts as far as the bound, lists folders whatever documents there are, and ranks no more than it may', async () => {
  const index = await open();
  await index.prepare();
  const most = findBounds.counted.value;
  await opened[0]!.pool.query(
    `insert into find.entries
       (id, version, revision, kind, folder_id, changed_at, removed, settled, name, names, words)
     select gen_random_uuid(), 1, n, case when n <= 3 then 'folder' else 'file' end, null, now(), false, true,
       'Plan', '', case when n <= 3 then '''=oil'' ''oil''' else '''oil''' end::tsvector
     from generate_series(1, $1::int) as n`,
    [most + 20],
  );
  const wanted = { sets: [['oil']], kinds: ['folder', 'file'] as const, hidden: [] };
  const { counts, candidates } = await index.find(wanted);
  expect(counts).toEqual({ folder: 3, file: most, link: 0 });
  const files = candidates.filter(({ kind }) => kind === 'file');
  expect(files).toHaveLength(findBounds.byText.value);
  expect(candidates).toHaveLength(findBounds.byText.value + 3);
});
