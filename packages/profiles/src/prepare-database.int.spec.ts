import { freshDatabase, type FreshDatabase } from '@feusa/testing/database';
import { schemaOf } from '@feusa/testing/schema-of';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { isPrepared, openConnections, parts, prepareDatabase } from './prepare-database.js';

let fresh: FreshDatabase;
let client: pg.Client;
beforeEach(async () => {
  fresh = await freshDatabase();
  client = new pg.Client(fresh.url);
  await client.connect();
  await prepareDatabase(fresh.url);
});
afterEach(async () => {
  await client.end();
  await fresh.drop();
});

const migrations = async () =>
  (await client.query<{ name: string }>('select name from public.feusa_migrations')).rows.map(
    ({ name }) => name,
  );
const all = parts.flatMap((part) => part.migrations.map(({ name }) => name)).sort();

/** Leaves the database as if the migrator of before had counted its steps there. */
async function countSteps(counts: Readonly<Record<string, number>>) {
  await client.query(`drop table public.feusa_migrations;
    create table public.feusa_migrations (schema text, step int)`);
  for (const [schema, done] of Object.entries(counts)) {
    const text = 'insert into public.feusa_migrations select $1, generate_series(0, $2::int - 1)';
    await client.query(text, [schema, done]);
  }
}

const lengths = (names: readonly string[] = parts.map(({ schema }) => schema)) =>
  Object.fromEntries(
    parts
      .filter(({ schema }) => names.includes(schema))
      .map(({ schema, migrations: { length } }) => [schema, length]),
  );

it('a new database has run every migration once', async () => {
  expect((await migrations()).sort()).toEqual(all);
  await prepareDatabase(fresh.url);
  expect((await migrations()).sort()).toEqual(all);
});

it('a database whose steps were counted is taken over as it is', async () => {
  const before = await schemaOf(fresh.url);
  await countSteps(lengths());
  expect(await isPrepared(fresh.url)).toBe(false);
  await Promise.all([prepareDatabase(fresh.url), prepareDatabase(fresh.url)]);
  expect(await isPrepared(fresh.url)).toBe(true);
  expect((await migrations()).sort()).toEqual(all);
  expect(await schemaOf(fresh.url)).toEqual(before);
});

it('an older one gets what it lacks, and ends as a new one does', async () => {
  const before = await schemaOf(fresh.url);
  const later = ['backup', 'parking', 'uploads'];
  for (const schema of later) await client.query(`drop schema ${schema} cascade`);
  await client.query(`drop table auth.mark_keys;
    drop index log.events_home, log.events_command, log.events_acknowledgements,
      log.events_removals, log.events_files, log.events_named, log.events_moved,
      log.events_acknowledged, log.events_absent, log.accounts_admins`);
  await client.query(`alter table auth.sessions
      drop column stepped_up_until, drop column device, drop column address,
      drop column sso, drop column strong;
    alter table log.accounts drop column suspended;
    drop table auth.used_states, auth.invitations, auth.second_factors, auth.recovery_codes, auth.passkeys,
      auth.passkey_challenges, auth.notices, auth.devices, auth.sso_subjects;
    alter table log.folders drop column access;
    drop table auth.tokens, log.purged`);
  const earlier = Object.keys(lengths()).filter((schema) => !later.includes(schema));
  await countSteps({ ...lengths(earlier), auth: 1, log: 2 });
  await prepareDatabase(fresh.url);
  expect((await migrations()).sort()).toEqual(all);
  expect(await schemaOf(fresh.url)).toEqual(before);
});

it('nothing is taken over where what is missing fails', async () => {
  await countSteps({ ...lengths(), backup: 0 });
  await expect(prepareDatabase(fresh.url)).rejects.toThrow('already exists');
  const { rows } = await client.query('select count(*)::int as steps from public.feusa_migrations');
  expect(rows).toEqual([{ steps: all.length - 1 }]);
});

it('entities have the columns that the migrations made', async () => {
  const { pool, source } = await openConnections(new pg.Pool({ connectionString: fresh.url }));
  const { upQueries } = await source.driver.createSchemaBuilder().log();
  await pool.end();
  const changes = upQueries.map(({ query }) => query);
  // Keys, checks and indexes are the migrations' alone.
  expect(changes.filter((text) => text.includes(' COLUMN '))).toEqual([]);
  expect(changes.filter((text) => text.includes('CREATE TABLE'))).toEqual([]);
});
