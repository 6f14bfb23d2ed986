import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openPool } from '@feusa/adapters/postgres/pool';
import { isSignedBy, readVerifierKey } from '@feusa/adapters/transparency/checkpoint';
import { freshDatabase, type FreshDatabase } from '@feusa/testing/database';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openStandalone, type OpenedStandalone } from './test-standalone.js';

const root = path.resolve(import.meta.dirname, '../../..');
const person = {
  ...{ email: 'ada@feusa.example', password: 'brisk walnut harvest' },
  teamPassword: 'green tractor',
};
const settings = (home: string) => ({
  FEUSA_DATA_DIR: home,
  FEUSA_TEAM_PASSWORD: person.teamPassword,
  FEUSA_ADMIN_EMAIL: person.email,
  FEUSA_ADMIN_PASSWORD: person.password,
  FEUSA_LOG_LEVEL: 'silent',
});

let home: string;
let opened: OpenedStandalone | undefined;
let cookie: string;
const databases: FreshDatabase[] = [];
/** The key as it was before anything was signed: another machine with the same key. */
const elsewhere = () => path.join(home, 'elsewhere');
const data = () => path.join(home, 'data');
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'feusa-read-only-'));
});
afterEach(() => close());
afterAll(async () => {
  for (const { drop } of databases) await drop();
  await rm(home, { recursive: true });
});

async function close(): Promise<void> {
  await opened?.close();
  opened = undefined;
}

async function start(database: FreshDatabase, at = data()): Promise<void> {
  await close();
  opened = await openStandalone(settings(at), database.url);
  const answer = await ask('POST', '/api/session', person);
  cookie = answer.headers.get('set-cookie')!.split(';')[0]!;
}

async function ask(method: string, address: string, body?: unknown): Promise<Response> {
  return fetch(opened!.address + address, {
    method,
    headers: { cookie, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function newDatabase(): Promise<FreshDatabase> {
  const database = await freshDatabase();
  databases.push(database);
  return database;
}

/** A copy of a database that nobody uses. */
async function copyOf({ url }: FreshDatabase): Promise<FreshDatabase> {
  const copy = await newDatabase();
  const [from, to] = [url, copy.url].map((each) => new URL(each).pathname.slice(1));
  const server = new URL(url);
  server.pathname = 'postgres';
  const client = openPool({ url: server.href, max: 1, name: 'test' });
  await client.query(`drop database ${to}`);
  await client.query(`create database ${to} template ${from}`);
  await client.end();
  return copy;
}

const add = async (...names: string[]) => {
  for (const name of names) {
    const { status } = await ask('POST', '/api/commands/add-folder', { name, parentId: null });
    expect(status).toBe(200);
  }
};
const checkpoint = async () => {
  const answer = await ask('GET', '/api/audit/checkpoint');
  expect(answer.status).toBe(200);
  return Number((await answer.text()).split('\n')[1]);
};

/** Commands are refused and nothing is signed; screens and health work, and say why. */
async function expectReadOnly(reason: string): Promise<void> {
  const { position } = await opened!.standalone.ports.store.head();
  const refused = await ask('POST', '/api/commands/add-folder', { name: 'No', parentId: null });
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({
    code: 'log/read-only',
    detail: expect.stringContaining('Nothing can be changed right now'),
  });
  expect((await opened!.standalone.ports.store.head()).position).toBe(position);
  expect((await ask('GET', '/api/folders')).status).toBe(200);
  const signed = await ask('GET', '/api/audit/checkpoint');
  expect(await signed.json()).toMatchObject({ code: 'audit/contradiction' });
  const health = await ask('GET', '/health/ready');
  expect(health.status).toBe(200);
  const { degraded, parts } = (await health.json()) as {
    degraded: string[];
    parts: { name: string; state: string }[];
  };
  expect(degraded).toContain('log');
  expect(parts.find(({ name }) => name === 'log')!.state).toContain(reason);
}

const accept = (database: FreshDatabase, ...words: string[]) =>
  new Promise<{ code: number; text: string }>((resolve) => {
    const main = path.join(root, 'services/standalone/src/cli/accept-log.ts');
    const env = { ...process.env, ...settings(data()), DATABASE_URL: database.url };
    const args = ['--import', 'tsx', main, ...words];
    execFile(process.execPath, args, { cwd: root, env }, (fault, out, err) =>
      resolve({ code: Number(fault?.code ?? 0), text: out + err }),
    );
  });

describe('a log that is not the one that is known', () => {
  let current: FreshDatabase;
  let older: FreshDatabase;
  let size: number;

  it('is not noticed where it only grows', async () => {
    current = await newDatabase();
    await start(current);
    await add('One');
    await close();
    older = await copyOf(current);
    await cp(data(), elsewhere(), { recursive: true });
    await rm(path.join(elsewhere(), 'checkpoint.last'), { force: true });
    await start(current);
    await add('Two', 'Three');
    size = await checkpoint();
    await start(current);
    await add('Four');
    expect(await checkpoint()).toBe(size + 1);
  });

  it('is found where an older copy was restored, until an operator signs for it', async () => {
    const copy = await copyOf(older);
    await start(copy);
    const reason = `shorter than checkpoint ${size + 1} in the file beside the key`;
    await expectReadOnly(reason);
    const shown = await accept(copy);
    expect(shown).toMatchObject({ code: 1, text: expect.stringContaining(reason) });
    await expectReadOnly(reason);
    await start(copy);
    await expectReadOnly(reason);
    const words = ['--by', 'Ada', '--reason', 'the disk\nof May broke'];
    const { code, text } = await accept(copy, ...words);
    expect({ code, text }).toEqual({ code: 0, text: expect.stringContaining('by Ada\n') });
    expect(text).toContain('reason the disk of May broke\n');
    const written = () => ask('POST', '/api/commands/add-folder', { name: 'A', parentId: null });
    await expect.poll(async () => (await written()).status, { timeout: 10_000 }).toBe(200);
    const key = readVerifierKey(await (await ask('GET', '/api/audit/key')).text())!;
    const statement = await readFile(path.join(data(), 'accepted-1.note'), 'utf8');
    expect(isSignedBy(statement, key)).toBe(true);
    expect(await (await ask('GET', '/api/audit/verify')).json()).toMatchObject({ ok: true });
    await start(copy);
    await add('And on');
    expect(await checkpoint()).toBeGreaterThan(0);
    expect(await accept(copy)).toMatchObject({ code: 0 });
  });

  it('is found where another one of the same length took its place', async () => {
    const [fork, other] = [await copyOf(older), await copyOf(older)];
    await start(other);
    await expectReadOnly('');
    await accept(other, '--by', 'Ada', '--reason', 'another try');
    await start(other);
    await add('Two', 'Three');
    const known = await checkpoint();
    await start(fork, elsewhere());
    await add('Zwei', 'Drei');
    expect(await checkpoint()).toBe(known);
    await start(fork);
    await expectReadOnly(`another one than that of checkpoint ${known} in the file beside the key`);
  });

  it('is found by what the database itself has signed', async () => {
    const cut = await copyOf(current);
    const client = openPool({ url: cut.url, max: 1, name: 'test' });
    await client.query(`set session_replication_role = replica;
      delete from log.events where position = ${size + 1};
      update log.head h set position = e.position, hash = e.hash from log.events e
        where e.position = ${size}`);
    await client.end();
    await start(cut, elsewhere());
    await expectReadOnly(`shorter than checkpoint ${size + 1} in the database`);
    await start(cut);
    await expectReadOnly('shorter than checkpoint');
    expect(await accept(cut, '--by', 'Ada', '--reason', 'cut')).toMatchObject({ code: 0 });
    await start(cut);
    await add('After the cut');
    expect(await checkpoint()).toBe(size + 1);
    expect(await (await ask('GET', '/api/audit/verify')).json()).toMatchObject({ ok: true });
  });
});
