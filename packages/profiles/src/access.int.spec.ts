import { randomBytes } from 'node:crypto';
import { freshDatabase, type FreshDatabase } from '@feusa/testing/database';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TABLES } from '@feusa/privacy/erasure/tables';
import { INDEXER_ROLE, QUERY_ROLE, serviceRoles } from '@feusa/platform/postgres/roles';
import { openAccess, openAsOwner, type DatabaseAccess } from './access.js';

let database: FreshDatabase;
const made: string[] = [];
const newName = () => {
  const name = `test_login_${randomBytes(4).toString('hex')}`;
  made.push(name);
  return name;
};
const as = (url: string, user: string, password: string) =>
  Object.assign(new URL(url), { username: user, password }).href;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(async () => {
  const { url } = database;
  for (const name of made) await query(url, `drop owned by ${name}; drop role ${name}`);
  await database.drop();
});

async function query(url: string, text: string, options = ''): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, options });
  await client.connect();
  try {
    const answer = (await client.query(text)) as unknown as pg.QueryResult | pg.QueryResult[];
    return [answer].flat().at(-1)!.rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

/** What nobody may do but the owner. */
const forbidden = [
  `update log.events set bytes = bytes`,
  `delete from log.events`,
  `truncate log.events`,
  `drop trigger append_only on log.events`,
  `alter table log.events disable trigger all`,
  `set session_replication_role = replica`,
  `drop table log.events`,
  `drop schema log cascade`,
  `alter table log.events owner to current_user`,
  `delete from log.head`,
  `update transparency.checkpoints set note = ''`,
  `insert into transparency.log_keys values (1, 'mine')`,
  `insert into transparency.acceptances values (1, 'mine')`,
  `set role postgres`,
  `set session authorization postgres`,
  `grant postgres to current_user`,
  `create role test_forbidden superuser`,
  `alter role current_user superuser`,
  `select pg_read_file('/etc/passwd')`,
  `copy log.events to program 'true'`,
  `create table public.mine (a int)`,
];

describe.each([
  ['a login beside the owner, who alone is known', (url: string) => ({ url })],
  [
    'a login that was given',
    (url: string) => ({ url: as(url, newName(), 'a-password'), ownerUrl: url }),
  ],
])('%s', (_, urlsOf) => {
  let login: string;
  let options: string;
  beforeAll(async () => {
    const { url, role } = await openAccess(urlsOf(database.url));
    login = url;
    options = `-c role=${role}`;
    expect(new URL(login).username).not.toBe(new URL(database.url).username);
  });

  it('can read the log and add to it', async () => {
    expect(await query(login, 'select position from log.head', options)).toEqual([
      { position: '0' },
    ]);
    await query(login, `begin; create schema mine; rollback`, options);
  });

  it.each(forbidden)('cannot %s', async (text) => {
    await expect(query(login, text, options)).rejects.toMatchObject({ code: '42501' });
    // Nor after it has stepped back to what it logged in as.
    await expect(query(login, `reset role; ${text}`, options)).rejects.toMatchObject({
      code: '42501',
    });
    await expect(query(login, text)).rejects.toMatchObject({ code: '42501' });
  });

  it('stays as it is at the next start, and gets its password again where that is another one', async () => {
    expect((await openAccess(urlsOf(database.url))).url.length).toBe(login.length);
    const name = new URL(login).username;
    await query(database.url, `alter role ${name} password 'another'`);
    const urls =
      new URL(login).password === 'a-password'
        ? { url: login, ownerUrl: database.url }
        : { url: database.url };
    const { url } = await openAccess(urls);
    expect(url).toBe(login);
    expect(await query(login, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

/** What only those may do who write the log. */
const forWriters = [
  `insert into log.events (position) values (1)`,
  `update log.head set position = 0`,
  `update log.accounts set role = 'admin'`,
  `insert into log.purged values ('a', 1)`,
  `insert into auth.sessions (token_hash) values ('')`,
  `update auth.sessions set user_id = gen_random_uuid()`,
  `delete from auth.sessions`,
  `insert into auth.tokens (id) values (gen_random_uuid())`,
  `select password_hash from auth.credentials`,
  `select token_hash from auth.resets`,
  `select token_hash from auth.invitations`,
  `select totp from auth.second_factors`,
  `delete from keys.subjects`,
  `insert into keys.erased values ('a')`,
  `update relay.cursor set position = 0`,
  `update uploads.reservations set owner = ''`,
  `set role feusa_service`,
];

describe.each([QUERY_ROLE, INDEXER_ROLE] as const)('a login that acts as %s', (role) => {
  let login: string;
  const options = `-c role=${role}`;
  beforeAll(async () => {
    const access = await openAccess({ url: database.url }, role);
    login = access.url;
    expect(access.role).toBe(role);
    expect(login).not.toBe((await openAccess({ url: database.url })).url);
  });

  it('can read the log', async () => {
    expect(await query(login, 'select * from log.events', options)).toEqual([]);
  });

  it.each([...forbidden, ...forWriters])('cannot %s', async (text) => {
    await expect(query(login, text, options)).rejects.toMatchObject({ code: '42501' });
    const stepped = query(login, `reset role; ${text}`, options);
    await expect(stepped).rejects.toMatchObject({ code: '42501' });
  });
});

it('lets query see of each table that nothing of an erased person is left in it', async () => {
  const { url } = await openAccess({ url: database.url }, QUERY_ROLE);
  const looks = TABLES.map(
    ({ table, column }) => `select count(*) from ${table} where ${column}::text = ''`,
  );
  for (const look of looks)
    expect(await query(url, look, `-c role=${QUERY_ROLE}`)).toEqual([{ count: '0' }]);
});

it('lets query make what is made from the log, index workers nothing, and query go on with what others made', async () => {
  const { url } = database;
  const [service, reader, indexer] = await Promise.all(
    serviceRoles.map((role) => openAccess({ url }, role)),
  );
  const as = ({ url: login, role }: DatabaseAccess, text: string) =>
    query(login, text, `-c role=${role}`);
  await expect(as(indexer!, 'create schema mine')).rejects.toMatchObject({ code: '42501' });
  await as(service!, 'drop schema if exists made cascade; create schema made');
  await as(service!, 'create table made.rows (a int)');
  await expect(as(reader!, 'insert into made.rows values (1)')).rejects.toThrow(
    'permission denied',
  );
  await openAccess({ url }, QUERY_ROLE);
  await as(reader!, 'insert into made.rows values (1); alter table made.rows add b int');
  await as(service!, 'insert into made.rows values (2, 3); drop schema made cascade');
});

describe('services that do not know the owner', () => {
  it('wait until somebody has brought the database to this version', async () => {
    const fresh = await freshDatabase();
    const user = newName();
    await query(fresh.url, `create role ${user} login password 'x'`);
    await query(fresh.url, `grant feusa_service to ${user}`);
    const url = as(fresh.url, user, 'x');
    const waiting = openAccess({ url });
    const first = await Promise.race([waiting, new Promise((go) => setTimeout(go, 700, 'waits'))]);
    expect(first).toBe('waits');
    await openAccess({ url, ownerUrl: fresh.url });
    expect(await waiting).toEqual({ url, role: 'feusa_service' });
    await expect(openAsOwner({ url })).rejects.toThrow('DATABASE_OWNER_URL');
    expect(await openAsOwner({ url, ownerUrl: fresh.url })).toBe(fresh.url);
    await fresh.drop();
  });

  it('are not started as the owner where both addresses are set', async () => {
    const urls = { url: database.url, ownerUrl: database.url };
    await expect(openAccess(urls)).rejects.toThrow('services need one of their own');
  });
});
