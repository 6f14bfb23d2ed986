import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openEmbeddedPostgres, type EmbeddedPostgres } from '../embedded-postgres/server.js';
import { logTables } from '@feusa/event-log/store/schema';
import { migrate } from './migrate.js';
import { INDEXER_ROLE, QUERY_ROLE, SERVICE_ROLE, serviceRoles } from './roles.js';
import { ForwardMigration, type MigrationClass } from './schema-part.js';

class Later1800000000000 extends ForwardMigration {
  readonly sql = 'create table log.later ()';
}

class Half1800000000001 extends ForwardMigration {
  readonly sql = 'create table log.half (); select 1/0';
}

const logAnd = (migration: MigrationClass) => ({
  ...logTables,
  migrations: [...logTables.migrations, migration],
});

/** A server of its own: the role for services is made once a server, which is what is tried here. */
describe('bringing a database to the newest schema', () => {
  let home: string;
  let server: EmbeddedPostgres;
  const urls: string[] = [];
  const query = async (url: string, text: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(text)).rows as unknown[];
    } finally {
      await client.end();
    }
  };
  const database = async (name: string) => {
    await query(server.url, `create database ${name}`);
    const url = new URL(server.url);
    url.pathname = name;
    return url.href;
  };

  beforeAll(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'feusa-migrate-'));
    server = await openEmbeddedPostgres({
      dir: path.join(home, 'postgres'),
      log: () => undefined,
      settings: { fsync: 'off' },
    });
    for (let count = 1; count <= 3; count++) urls.push(await database(`company${count}`));
  });
  afterAll(async () => {
    await server.stop();
    await rm(home, { recursive: true, force: true });
  });

  it('takes the role for services as it is where another database just made it', async () => {
    const other = new pg.Client({ connectionString: server.url });
    await other.connect();
    await other.query('begin');
    await other.query(`create role ${SERVICE_ROLE} nologin`);
    const migrated = migrate(urls[0] ?? '', [logTables]);
    const waiting = "select from pg_stat_activity where wait_event_type = 'Lock'";
    while ((await query(server.url, waiting)).length === 0) await setTimeout(10);
    await other.query('commit');
    await other.end();
    expect(await migrated).toEqual(serviceRoles);
  });

  it('is done by many processes and for many databases of a new server at once', async () => {
    const roles = await Promise.all([...urls, ...urls].map((url) => migrate(url, [logTables])));
    expect(roles).toEqual(roles.map(() => serviceRoles));
    for (const url of urls) {
      expect(await query(url, 'select position::int from log.head')).toEqual([{ position: 0 }]);
      expect(await query(url, 'select name from public.feusa_migrations order by id')).toEqual(
        logTables.migrations.map(({ name }) => ({ name })),
      );
    }
  });

  it('does what is missing, once', async () => {
    const [url = ''] = urls;
    const next = logAnd(Later1800000000000);
    await migrate(url, [next]);
    await migrate(url, [next]);
    expect(await query(url, "select to_regclass('log.later')::text as name")).toEqual([
      { name: 'log.later' },
    ]);
  });

  it('takes back a migration that fails, and says why', async () => {
    const [, url = ''] = urls;
    const broken = logAnd(Half1800000000001);
    await expect(migrate(url, [broken])).rejects.toThrow('division by zero');
    expect(await query(url, "select to_regclass('log.half') as name")).toEqual([{ name: null }]);
    await migrate(url, [logTables]);
  });

  it('lets all act as the one role of before where its user may make no others', async () => {
    for (const role of [QUERY_ROLE, INDEXER_ROLE])
      await query(server.url, `alter role ${role} rename to ${role}_of_somebody`);
    await query(server.url, `create role made login password 'made' in role ${SERVICE_ROLE}`);
    const url = new URL(await database('made'));
    await query(
      url.href,
      'grant create on database made to made with grant option; grant all on schema public to made',
    );
    url.username = url.password = 'made';
    expect(await migrate(url.href, [logTables])).toEqual([SERVICE_ROLE]);
    for (const role of [QUERY_ROLE, INDEXER_ROLE])
      await query(server.url, `alter role ${role}_of_somebody rename to ${role}`);
  });

  it('goes on without a role where its user may make none', async () => {
    await query(server.url, "create role guest login password 'guest'");
    const url = new URL(await database('guests'));
    await query(
      url.href,
      'grant create on database guests to guest; grant all on schema public to guest',
    );
    await query(server.url, `alter role ${SERVICE_ROLE} rename to somebody_else`);
    url.username = url.password = 'guest';
    expect(await migrate(url.href, [logTables])).toEqual([]);
    expect(await query(url.href, 'select position::int from log.head')).toEqual([{ position: 0 }]);
  });
});
