import { createHash } from 'node:crypto';
import { freshDatabase, type FreshDatabase } from '@feusa/testing/database';
import { markOf } from '@feusa/platform/telemetry/mark';
import { pino } from 'pino';
import type pg from 'pg';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openPool } from '@feusa/platform/postgres/pool';
import { prepareDatabase } from '@feusa/profiles/prepare-database';
import { openSource } from '@feusa/platform/postgres/source';
import { keyOfToday, MarkKey, openMarkKey } from './postgres.js';

const ANN = 'ann@feusa.example';
const log = pino({ level: 'silent' });
let database: FreshDatabase;
let pool: pg.Pool;
let source: DataSource;
beforeAll(async () => {
  database = await freshDatabase();
  const [role] = await prepareDatabase(database.url);
  pool = openPool({ url: database.url, max: 4, name: 'test', ...(role && { role }) });
  source = await openSource(pool, { entities: [MarkKey] });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

it('is one key for all services that start on one day', async () => {
  const keys = await Promise.all(Array.from({ length: 4 }, () => keyOfToday(source)));
  for (const key of keys) expect(key.equals(keys[0]!)).toBe(true);
  expect(keys[0]).toHaveLength(32);
});

it('makes marks that nobody can make from an address alone', async () => {
  (await openMarkKey(source, log)).close();
  const mark = markOf(ANN);
  expect(mark).toMatch(/^[0-9a-f]{12}$/);
  expect(markOf(` ${ANN.toUpperCase()}`)).toBe(mark);
  expect(createHash('sha256').update(ANN).digest('hex')).not.toContain(mark);
});

it('forgets the key of a day when the day is over', async () => {
  (await openMarkKey(source, log)).close();
  const [before, key] = [markOf(ANN), await keyOfToday(source)];
  await pool.query('update auth.mark_keys set day = day - 1');
  (await openMarkKey(source, log)).close();
  expect(markOf(ANN)).not.toBe(before);
  const { rows } = await pool.query<{ key: Buffer }>('select key from auth.mark_keys');
  expect(rows).toHaveLength(1);
  expect(rows[0]?.key.equals(key)).toBe(false);
});
