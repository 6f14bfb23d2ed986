import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, readdirSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { constants, createBrotliDecompress } from 'node:zlib';
import { built } from '@feusa/cluster/program';
import { openEmbeddedPostgres } from '@feusa/platform/embedded-postgres/server';
import { lastVersionOn } from '@feusa/profiles/database';
import { openPool } from '@feusa/platform/postgres/pool';
import { prepareDatabase } from '@feusa/profiles/prepare-database';
import { VERSION } from '@feusa/contracts/version';
import { freshDatabase } from '@feusa/testing/database';
import { schemaOf } from '@feusa/testing/schema-of';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { openStandalone } from './test-standalone.js';

const run = promisify(execFile);
const fixtures = path.join(import.meta.dirname, 'fixtures');
const versions = readdirSync(fixtures, { withFileTypes: true })
  .filter((each) => each.isDirectory())
  .map(({ name }) => name);

interface Expected {
  readonly signIn: { readonly password: string };
  readonly files: readonly { readonly id: string; readonly sha256: string }[];
  /** By address, as that version answered. */
  readonly answers: Readonly<Record<string, object>>;
  readonly checkpoint: string;
}

let home: string;
let clean: (() => Promise<void>)[];

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'feusa-older-'));
  clean = [() => rm(home, { recursive: true, force: true })];
});
afterEach(async () => {
  for (const each of clean.reverse()) await each();
});

async function unpack(version: string, name: string): Promise<Expected> {
  const packed = createReadStream(path.join(fixtures, version, `${name}.tar.br`));
  const params = { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 };
  const archive = path.join(home, 'archive.tar');
  await pipeline(packed, createBrotliDecompress({ params }), createWriteStream(archive));
  await run('tar', ['-xf', archive, '-C', home]);
  await rm(archive);
  await chmod(home, 0o755);
  return JSON.parse(await readFile(path.join(home, 'expected.json'), 'utf8')) as Expected;
}

/** Where the data directory has its own PostgreSQL. */
async function builtIn(): Promise<string> {
  const dir = path.join(home, 'postgres');
  const server = await openEmbeddedPostgres({ dir, log: () => undefined });
  clean.push(() => server.stop());
  return server.url;
}

/** A database of the test server, filled from the dump that lies in the data directory. */
async function restored(): Promise<string> {
  const database = await freshDatabase();
  clean.push(database.drop);
  const pool = openPool({ url: database.url, max: 1, name: 'test' });
  const role = "select from pg_roles where rolname = 'feusa_service'";
  if ((await pool.query(role)).rowCount === 0) await pool.query('create role feusa_service');
  await pool.query(await readFile(path.join(home, 'database.sql'), 'utf8'));
  await pool.end();
  return database.url;
}

/** A database that this version began with. */
async function started(): Promise<string> {
  const { url, drop } = await freshDatabase();
  clean.push(drop);
  await prepareDatabase(url);
  return url;
}

const settings = () => ({
  FEUSA_DATA_DIR: home,
  FEUSA_LOG_LEVEL: 'silent',
  FEUSA_TEAM_PASSWORD: '',
});

/** Starts this version there, and ends it again. */
async function withProduct(
  url: string,
  { signIn }: Expected,
  work: (ask: (address: string, body?: object) => Promise<Response>) => Promise<void>,
): Promise<void> {
  const { address, close } = await openStandalone(settings(), url);
  const at = (to: string) => new URL(to, address);
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  const send = (to: string, body?: object) =>
    fetch(at(to), {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers,
    });
  try {
    const signedIn = await send('/api/session', signIn);
    expect(signedIn.status).toBe(201);
    headers['cookie'] = signedIn.headers.get('set-cookie')!.split(';')[0]!;
    expect((await send('/api/step-up', { password: signIn.password })).status).toBe(204);
    await work(send);
  } finally {
    await close();
  }
}

/** Everything that the older version answered is still in the answer; more may have come to it. */
async function expectTheSame(
  ask: (address: string) => Promise<Response>,
  { answers, files }: Expected,
): Promise<void> {
  for (const [address, answer] of Object.entries(answers)) {
    await poll(async () => ({
      address,
      answer: (await (await ask(address)).json()) as object,
    })).toMatchObject({ address, answer });
  }
  for (const { id, sha256 } of files) {
    const bytes = Buffer.from(await (await ask(`/files/${id}`)).arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
  }
}

describe.each(versions)('what FEUSA %s left behind', (version) => {
  it.each([
    ['a data directory', 'directory', builtIn],
    ['a database of its own', 'database', restored],
  ] as const)('in %s is shown the same and goes on', async (_where, name, open) => {
    const expected = await unpack(version, name);
    const url = await open();
    expect(await lastVersionOn(url)).toBe(version);
    await withProduct(url, expected, async (ask) => {
      await expectTheSame(ask, expected);
      const export_ = path.join(home, 'export.ndjson');
      const kept = path.join(home, 'kept.note');
      await writeFile(export_, await (await ask('/api/audit/export')).text());
      await writeFile(kept, expected.checkpoint);
      await run(process.execPath, built('cli/verify-log', export_, '--checkpoint', kept));
      const added = await ask('/api/commands/add-folder', { name: 'Since then', parentId: null });
      expect(added.status).toBe(200);
    });
    expect(await lastVersionOn(url)).toBe(VERSION);
    await withProduct(url, expected, async (ask) => {
      const { folders } = (await (await ask('/api/folders')).json()) as { folders: object[] };
      expect(folders).toContainEqual(expect.objectContaining({ name: 'Since then' }));
    });
    expect(await schemaOf(url)).toEqual(await schemaOf(await started()));
  });
});

it('what a newer version has written is refused and left as it is', async () => {
  const { url, drop } = await freshDatabase();
  clean.push(drop);
  const first = await openStandalone(settings(), url);
  await first.close();
  const pool = openPool({ url, max: 1, name: 'test' });
  clean.push(() => pool.end());
  const [major = 0, minor = 0] = VERSION.split('.').map(Number);
  const newer = `${major}.${minor + 1}.0`;
  await pool.query(`insert into public.feusa_versions values ($1, now() + interval '1 s')`, [
    newer,
  ]);
  const sentence = new RegExp(
    `FEUSA ${newer} has worked on this installation, and this is ${VERSION}`,
  );
  await expect(openStandalone(settings(), url)).rejects.toThrow(sentence);
  expect(await lastVersionOn(url)).toBe(newer);
});
