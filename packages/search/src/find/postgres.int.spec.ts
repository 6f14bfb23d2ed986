import { afterAll, afterEach } from '@jest/globals';
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

documentsContract('PostgreSQL', async () => {
  if (opened.length === 0) {
    const database = await freshDatabase();
    opened.push({ database, pool: openPool({ url: database.url, max: 4, name: 'find' }) });
  }
  return openPostgresDocuments(opened[0]!.pool);
});
