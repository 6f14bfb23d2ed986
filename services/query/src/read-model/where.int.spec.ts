import { freshDatabase, type FreshDatabase } from '@feusa/testing/database';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ReadDatabase } from './database.js';
import { chainRows } from './known-rows.js';
import type { DocRow, GroupRow } from './rows.js';

const ID = '00000000-0000-4000-8000-000000000001';
const OTHER = '00000000-0000-4000-8000-000000000002';

const doc: DocRow = {
  ...{ id: ID, version: 3, kind: 'file', folderId: OTHER, name: 'A "name"\n\\ with é' },
  ...{ addedAt: '2026-01-31T23:30:00.000Z', addedBy: 'ada', removedAt: null, removedBy: null },
  ...{
    changedAt: '2026-02-01T00:00:00.050Z',
    changedBy: 'bob',
    purgedAt: '2026-06-30T12:00:00.123Z',
  },
  ...{ link: null, blob: 'ab', size: 5_000_000_000, mediaType: 'text/plain', fileVersion: 2 },
  acknowledgement: { at: '2026-02-01T00:00:00.050Z', fileVersion: 1, to: [ID, OTHER], renew: true },
};
const group: GroupRow = {
  ...{ id: ID, version: 1, name: 'Everybody', members: [ID, OTHER] },
  ...{ addedAt: '2026-01-31T23:30:00.500Z', removedAt: null, removedBy: null },
};

let fresh: FreshDatabase;
let database: ReadDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
  const elsewhere = new URL(fresh.url);
  elsewhere.searchParams.set('options', '-c timezone=Asia/Kolkata');
  database = await ReadDatabase.open(elsewhere.href);
  await database.prepare();
  const rows = new Map([
    ['docs', [doc]],
    ['groups', [group]],
  ] as const);
  await database.write(rows, 1, 0);
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

it.each([
  ['docs', doc],
  ['groups', group],
] as const)(
  '%s are read as they were written, by a condition or by their ids',
  async (table, row) => {
    expect(await database.where(table, 'id = $1', [ID])).toEqual([row]);
    expect(await database.find(table, [ID])).toEqual([row]);
    expect(await database.where(table, 'id = $1', [OTHER])).toEqual([]);
  },
);

it('a folder is found with those above it, and no other is read', async () => {
  const query = <Row>(text: string) => database.source.query<Row[]>(text);
  await query(`insert into read.folders (id, version, added_at, parent_id, name)
    select md5(n::text)::uuid, 1, now(), case when n > 0 then md5((n % 3 * (n / 1000))::text)::uuid end, n
    from generate_series(0, 3000) n`);
  await query('analyze read.folders');
  const scans = async () => {
    await query('select pg_stat_force_next_flush()');
    const [told] = await query<{ scans: number }>(
      `select seq_scan::int as scans from pg_stat_user_tables where relname = 'folders'`,
    );
    return told!.scans;
  };
  const before = await scans();
  const [deepest] = await query<{ id: string }>(`select md5('2999')::uuid as id`);
  const chain = await chainRows(database, deepest!.id);
  expect(chain.map(({ name }) => name)).toEqual(['0', '4', '2999']);
  expect(await scans()).toBe(before);
});
