import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { built, Program, run } from '@feusa/cluster/program';
import { VERSION } from '@feusa/contracts/version';
import { findEmbeddedPostgres } from '@feusa/platform/embedded-postgres/find';
import { inSession } from '@feusa/platform/postgres/session';
import { freshDatabase } from '@feusa/testing/database';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { enginesAt } from './test-distributed.js';

const otherKey = Buffer.alloc(32, 7).toString('base64');

let home: string;
let whole: string;

const start = (dataDir: string, settings: NodeJS.ProcessEnv = {}) =>
  new Program(built('main'), {
    env: {
      ...process.env,
      ...{ DATABASE_URL: '', FEUSA_DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1' },
      ...{ FEUSA_TEAM_PASSWORD: 'green tractor', FEUSA_ADMIN_EMAIL: 'ada@feusa.example' },
      ...{ FEUSA_ADMIN_PASSWORD: 'brisk walnut harvest', FEUSA_LOG_LEVEL: 'info' },
      ...settings,
    },
  });

/** A copy of an installation that something was done to. */
async function installation(change: (dir: string) => Promise<unknown>): Promise<string> {
  const dir = await mkdtemp(path.join(home, 'data-'));
  await cp(whole, dir, { recursive: true, preserveTimestamps: true });
  await change(dir);
  return dir;
}

const unchanged = () => installation(async () => undefined);

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'feusa-refused-start-'));
  whole = path.join(home, 'whole');
  const program = start(whole);
  await program.says(/ready at/);
  await program.end();
});
afterAll(() => rm(home, { recursive: true, force: true }));

/** What it says, all of it, with the directory as `…`. */
async function said(dir: string, settings?: NodeJS.ProcessEnv): Promise<string> {
  const { code, text } = await start(dir, settings).ended;
  expect(code).toBe(1);
  return text.trim().replaceAll(dir, '…');
}

it('another master key is said in one line', async () => {
  expect(await said(await unchanged(), { FEUSA_MASTER_KEY: otherKey })).toBe(
    'The master key is not the one that this database was written with: see master.key and FEUSA_MASTER_KEY.',
  );
});

it('a lost master key is said in one line', async () => {
  const dir = await installation((at) => rm(path.join(at, 'master.key')));
  expect(await said(dir)).toMatch(
    /^The key that this database was written with is not in …[^\n]*$/,
  );
});

it('a signing key that cannot be read is said in one line', async () => {
  const dir = await installation((at) => writeFile(path.join(at, 'checkpoint.key'), 'none'));
  expect(await said(dir)).toBe(
    'There is no key in …/checkpoint.key that can be read: bring it back.',
  );
});

it('a restore that is not whole is said in one line', async () => {
  const dir = await installation((at) => writeFile(path.join(at, 'restore.unfinished'), ''));
  expect(await said(dir)).toMatch(/^The restore into … ended before it was whole[^\n]*$/);
});

it('a newer version is said in one line', async () => {
  const dir = await unchanged();
  const program = start(dir);
  await program.says(/ready at/);
  const url = await findEmbeddedPostgres(path.join(dir, 'postgres'));
  const statement = "insert into feusa_versions values ('99.0.0', now() + interval '1 s')";
  await inSession(url!, (client) => client.query(statement));
  await program.end();
  expect(await said(dir)).toMatch(
    new RegExp(`^FEUSA 99.0.0 has worked on this installation, and this is ${VERSION}[^\\n]*$`),
  );
});

it('a file in the place of a directory is said in one line', async () => {
  for (const name of ['blobs', 'uploads']) {
    const dir = await installation(async (at) => {
      await rm(path.join(at, name), { recursive: true, force: true });
      await writeFile(path.join(at, name), '');
    });
    expect(await said(dir)).toBe(`EEXIST: file already exists, mkdir '…/${name}'`);
  }
});

it.each(['command', 'query', 'search-indexer'])(
  'another master key is said by the service %s in one line',
  async (service) => {
    const database = await freshDatabase();
    const dir = await mkdtemp(path.join(home, 'data-'));
    const settings = { DATABASE_URL: database.url, ...enginesAt('127.0.0.1:9') };
    try {
      const program = start(dir, settings);
      await program.says(/ready at/);
      await program.end();
      const env = {
        ...{ ...process.env, ...settings, PORT: '0', HOST: '127.0.0.1', FEUSA_DATA_DIR: dir },
        ...{ FEUSA_PUBLIC_URL: 'http://127.0.0.1:1', FEUSA_MASTER_KEY: otherKey },
      };
      const { code, text } = await run(built(`${service}/main`), { env });
      expect(`${code} ${text.trim()}`).toMatch(/^1 The master key is not the one [^\n]*$/);
    } finally {
      await database.drop();
    }
  },
);

it.each(['command', 'query', 'search-indexer'])(
  'a restore that is not whole is said by the service %s in one line',
  async (service) => {
    const dir = await mkdtemp(path.join(home, 'data-'));
    await writeFile(path.join(dir, 'restore.unfinished'), '');
    const nowhere = { DATABASE_URL: 'postgres://127.0.0.1:9/none', ...enginesAt('127.0.0.1:9') };
    const env = { ...process.env, ...nowhere, FEUSA_PUBLIC_URL: 'http://127.0.0.1:1' };
    const { code, text } = await run(built(`${service}/main`), {
      env: { ...env, FEUSA_DATA_DIR: dir },
    });
    expect(`${code} ${text.trim()}`).toMatch(/^1 The restore into [^\n]* ended before [^\n]*$/);
  },
);

it.each([
  ['backup', 'new', '--keys', 'k', '--plain-keys'],
  ['dead-letters', 'list'],
  ['fingerprint'],
  ['rebuild'],
  ['turn-key', 'master'],
])('another master key is said by %s in one line', async (name, ...words) => {
  const dir = await unchanged();
  const env = {
    ...{ ...process.env, DATABASE_URL: '', FEUSA_DATA_DIR: dir, INIT_CWD: dir },
    FEUSA_MASTER_KEY: otherKey,
  };
  const { code, text } = await run(built(`cli/${name}`, ...words), { env });
  expect(`${code} ${text.trim()}`).toMatch(/^1 The master key is not the one [^\n]*$/);
});

describe('a fault that nobody has foreseen', () => {
  const name = 'Vorname';

  /** A database in which a row can no longer be written, and what a program says of it. */
  async function saidBy(words: readonly string[], statement: string) {
    const database = await freshDatabase();
    const dir = await mkdtemp(path.join(home, 'data-'));
    const settings = { DATABASE_URL: database.url, FEUSA_DATA_DIR: dir };
    try {
      const program = start(dir, settings);
      await program.says(/ready at/);
      await program.end();
      await inSession(database.url, (client) => client.query(statement));
      const env = { ...process.env, ...settings, PORT: '0', HOST: '127.0.0.1' };
      const { code, text } = await run(words, { env });
      expect(code).toBe(1);
      expect(text).not.toContain(name);
      return text;
    } finally {
      await database.drop();
    }
  }

  it.each([
    ['a start', built('main')],
    ['a tool', built('cli/turn-key', 'idempotency')],
  ])('is told by %s without the row', async (_what, words) => {
    const text = await saidBy(
      words,
      `create function auth.refused() returns trigger language plpgsql as $$ begin
        raise exception 'no' using errcode = '23514', detail = 'contains (${name})'; end $$;
      create trigger refused before insert or delete on auth.mark_keys
        for each statement execute function auth.refused();
      create trigger refused before insert or update on auth.secrets
        for each statement execute function auth.refused()`,
    );
    expect(text).toMatch(/: no \(code 23514, severity ERROR[^\n]*\)\n {4}at /);
  });
});
