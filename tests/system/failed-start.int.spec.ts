import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freshDatabase, type FreshDatabase } from '@feusa/testing/database';
import { poll } from '@feusa/testing/wait';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import pg from 'pg';
import { enginesAt, newNamespace, openDistributed } from './test-distributed.js';
import { openStandalone } from './test-standalone.js';

let home: string;
let database: FreshDatabase;
let settings: NodeJS.ProcessEnv;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'feusa-failed-start-'));
  database = await freshDatabase();
  settings = {
    DATABASE_URL: database.url,
    FEUSA_DATA_DIR: home,
    FEUSA_NAMESPACE: newNamespace(),
    FEUSA_TEAM_PASSWORD: 'green tractor',
    FEUSA_ADMIN_EMAIL: 'ada@feusa.example',
    FEUSA_ADMIN_PASSWORD: 'brisk walnut harvest',
    FEUSA_LOG_LEVEL: 'silent',
    ...enginesAt('127.0.0.1:9'),
  };
});
afterEach(async () => {
  await database.drop();
  await rm(home, { recursive: true, force: true });
});

it('a service that fails to start leaves none of the others open', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = taken.address() as AddressInfo;
    await expect(openDistributed(settings, port)).rejects.toThrow('EADDRINUSE');
    await poll(connections, { timeout: 5000 }).toBe(0);
  } finally {
    taken.close();
  }
});

it('a first run that fails leaves nothing open', async () => {
  await (await openStandalone(settings, database.url)).close();
  await asked(
    "alter table auth.secrets add constraint kept check (name <> 'team-password') not valid",
  );
  const other = { ...settings, FEUSA_TEAM_PASSWORD: 'red tractor' };
  await expect(openStandalone(other, database.url)).rejects.toThrow('kept');
  await poll(connections, { timeout: 5000 }).toBe(0);
});

it('a start whose sides cannot be opened leaves nothing open', async () => {
  await (await openStandalone(settings, database.url)).close();
  await asked("alter table auth.secrets add constraint kept check (name = '') not valid");
  await expect(openStandalone(settings, database.url)).rejects.toThrow('kept');
  await poll(connections, { timeout: 5000 }).toBe(0);
});

it('a start with another master key leaves nothing open', async () => {
  await (await openStandalone(settings, database.url)).close();
  const FEUSA_MASTER_KEY = Buffer.alloc(32, 7).toString('base64');
  const other = { ...settings, FEUSA_MASTER_KEY };
  await expect(openStandalone(other, database.url)).rejects.toThrow('The master key is not');
  await poll(connections, { timeout: 5000 }).toBe(0);
});

/** How many connections the product has open in the database. */
const connections = async () =>
  (
    await asked(`select 1 from pg_stat_activity
      where datname = current_database() and application_name like 'feusa-%'`)
  ).length;

async function asked(statement: string): Promise<unknown[]> {
  const client = new pg.Client(database.url);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
