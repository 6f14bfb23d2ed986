import { openPool } from '@feusa/platform/postgres/pool';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Product } from './test-product.js';

let product: Product;
beforeAll(async () => {
  product = await Product.open({}, true);
});
afterAll(() => product.close());

it('only command is let in as somebody who can append to the log, or make a session', async () => {
  const url = product.settings['DATABASE_URL']!;
  const pool = openPool({ url, max: 1, name: 'test' });
  const { rows } = await pool.query<{ service: string | null }>(
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
