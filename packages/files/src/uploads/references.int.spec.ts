import { freshDatabase } from '@feusa/testing/database';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { logTables } from '@feusa/event-log/store/schema';
import { migrate } from '@feusa/platform/postgres/migrate';
import { keysTables } from '@feusa/privacy/subject-keys/schema';
import { openPool } from '@feusa/platform/postgres/pool';
import { ALL_REFERENCES, openBlobReferences } from './references.js';
import { IndexBlobs1795235851000, IndexVersions1795369500000 } from './schema.js';

const blob = (digit: string) => digit.repeat(64);
let database: Awaited<ReturnType<typeof freshDatabase>>;
let pool: pg.Pool;

beforeAll(async () => {
  database = await freshDatabase();
  const ours = [IndexBlobs1795235851000, IndexVersions1795369500000];
  const migrations = [...logTables.migrations, ...ours];
  await migrate(database.url, [{ ...logTables, migrations }, keysTables]);
  pool = openPool({ url: database.url, max: 1, name: 'references' });
  await put('FileAdded', { name: `x","blob":"${blob('9')}"`, blob: blob('1') });
  await put('FileRemoved', { folderId: 'f' });
  await put('EmployeeAdded', {
    firstName: 'Ann',
    image: { blob: blob('2'), mediaType: 'image/png' },
  });
  await put('EmployeeUpdated', { firstName: 'Ann' });
  await put('EmployeeUpdated', { image: { blob: blob('3'), mediaType: 'image/png' } });
  await put('FileReplaced', { note: `"blob":"${blob('9')}"`, blob: blob('6') });
  await put('FileVersionRestored', { blob: blob('7') });
  await put('ErrorLogged', { details: 'x', blob: blob('4') });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

let position = 0;
async function put(type: string, data: object) {
  position += 1;
  await pool.query(
    `insert into log.events (position, stream, version, type, actor, at, bytes, hash)
     values ($1::bigint, 's' || $1::bigint, 1, $2, 'system', now(), $3, '')`,
    [position, type, JSON.stringify({ data, type })],
  );
}

it('finds what files and employees refer to, replaced and removed ones too, and nothing else', async () => {
  const asked = ['1', '2', '3', '4', '5', '6', '7', '9'].map(blob);
  const referenced = await openBlobReferences(pool)(asked);
  expect([...referenced].sort()).toEqual(['1', '2', '3', '6', '7'].map(blob));
  const { rows } = await pool.query<{ blob: string }>(ALL_REFERENCES);
  expect(rows.map((row) => row.blob)).toEqual(['1', '2', '3', '6', '7'].map(blob));
  expect(await openBlobReferences(pool)([])).toEqual(new Set());
});

it('can ask through the index', async () => {
  await pool.query('set enable_seqscan = off');
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
    `explain select 1 from log.events
     where type in ('FileAdded', 'EmployeeAdded', 'EmployeeUpdated', 'FileReplaced', 'FileVersionRestored')
     and (substring(bytes from '"blob":"([0-9a-f]{64})"')) is not null
     and (substring(bytes from '"blob":"([0-9a-f]{64})"')) = any(array['a', 'b'])`,
  );
  expect(rows.map((row) => row['QUERY PLAN']).join()).toContain('events_blob');
});
