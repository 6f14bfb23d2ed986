import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run as runProgram } from '@feusa/cluster/program';
import { openPool } from '@feusa/platform/postgres/pool';
import { openSigner } from '@feusa/transparency/signer';
import type { FreshDatabase } from '@feusa/testing/database';
import { unzipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { tellOneStory } from '@feusa/testing/story';
import { poll } from '@feusa/testing/wait';
import { Restored } from './test-restored.js';

tellOneStory();
let home: string;
let harness: Restored;
let database: FreshDatabase;
const at = (name: string) => path.join(home, name);
const kept = () => path.join(at('kept'), 'checkpoint');
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'feusa-log-key-'));
  harness = new Restored();
  database = await harness.newDatabase();
});
afterEach(() => harness.close());
afterAll(async () => {
  await harness.drop();
  await rm(home, { recursive: true });
});

const settings = (data: string): NodeJS.ProcessEnv => ({
  FEUSA_DATA_DIR: at(data),
  FEUSA_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  FEUSA_CHECKPOINT_DIR: at('kept'),
  FEUSA_CHECKPOINT_SECONDS: '1',
});
const start = (data: string, on = database) => harness.start(settings(data), on);
const keyIn = async (data: string) => (await openSigner(at(data))).key;
const run = (tool: string, data: string, ...words: string[]) =>
  harness.run(tool, { ...settings(data), DATABASE_URL: database.url }, ...words);

let bundles = 0;
/** What the script in a bundle says of it, which was made now. */
async function checked(): Promise<string> {
  const answer = await harness.ask('GET', '/api/audit/bundle');
  expect(answer.status).toBe(200);
  const folder = at(`bundle-${++bundles}`);
  await mkdir(folder);
  for (const [name, bytes] of Object.entries(unzipSync(Buffer.from(await answer.arrayBuffer()))))
    await writeFile(path.join(folder, name), bytes);
  const script = path.join(folder, 'verify.mjs');
  return (await runProgram([script])).out;
}

describe('a start with another key than the one that has signed the log', () => {
  it('knows the key by the database, which has it from the first start on', async () => {
    await start('data');
    await harness.add('One');
    await harness.checkpoint();
    expect(await checked()).toContain('The log is whole');
    await poll(() => readFile(kept(), 'utf8').catch(() => '')).toContain('feusa\n');
    const pool = openPool({ url: database.url, max: 1, name: 'test' });
    const { rows } = await pool.query('select epoch, key from transparency.log_keys');
    expect(rows).toEqual([{ epoch: 0, key: await keyIn('data') }]);
    await expect(pool.query(`update transparency.log_keys set key = 'x'`)).rejects.toThrow();
    await pool.end();
  });

  it('is read-only and says so, signs nothing, and leaves what lies in the directory', async () => {
    const before = await readFile(kept(), 'utf8');
    await start('other');
    await harness.expectReadOnly(
      `the log is signed by ${await keyIn('data')}, and the key here is`,
    );
    expect(await (await harness.ask('GET', '/api/audit/key')).text()).toBe(
      `${await keyIn('data')}\n`,
    );
    expect(await readFile(kept(), 'utf8')).toBe(before);
  });

  it('gives bundles that nobody takes for forged', async () => {
    await start('other');
    expect(await checked()).toContain('The log is whole');
    const export_ = await (await harness.ask('GET', '/api/audit/export')).text();
    const file = at('export.ndjson');
    await writeFile(file, export_);
    expect(await run('verify-log', 'data', file, '--key', await keyIn('data'))).toMatchObject({
      code: 0,
    });
  });

  it('makes no backup, which would be signed by the wrong key', async () => {
    const keys = ['--keys', at('keys'), '--plain-keys'];
    const { code, text } = await run('backup', 'other', at('backup'), ...keys);
    expect({ code, text }).toEqual({
      code: 1,
      text: expect.stringContaining(`The log is signed by ${await keyIn('data')}`),
    });
  });

  it('writes again with the right key, and nothing has to be signed', async () => {
    await start('data');
    await harness.add('Two');
    expect(await checked()).toContain('The log is whole');
  });

  it('writes again once an operator has signed for the new key, and the old one does not', async () => {
    const { code, text } = await run('accept-log', 'other', '--by', 'Ada', '--reason', 'a fire');
    expect({ code, text }).toMatchObject({ code: 0 });
    expect(text).toContain(`abandons key ${await keyIn('data')}\n`);
    await start('other');
    await harness.add('Three');
    await harness.checkpoint();
    expect(await checked()).toContain('The log is whole');
    expect(await (await harness.ask('GET', '/api/audit/key')).text()).toBe(
      `${await keyIn('other')}\n`,
    );
    // What the old key has anchored of the access log holds.
    await poll(() =>
      harness.ask('GET', '/api/access-log/verify').then((answer) => answer.json()),
    ).toMatchObject({
      ok: true,
    });
    await start('data');
    await harness.expectReadOnly(`the log is signed by ${await keyIn('other')}`);
    expect(await checked()).toContain('The log is whole');
  });
});

describe('a log that several keys have signed before the database knew its own', () => {
  it('is read-only until somebody signs, and its bundles do not read as forged', async () => {
    const pool = openPool({ url: database.url, max: 1, name: 'test' });
    await pool.query('alter table transparency.log_keys disable trigger append_only');
    await pool.query('delete from transparency.log_keys');
    const stranger = await openSigner(at('stranger'));
    const { rows } = await pool.query<{ size: number; root: Buffer; epoch: number }>(
      'select size, root, epoch from transparency.checkpoints order by epoch desc, size desc limit 1',
    );
    const [{ size, root, epoch } = { size: 0, root: Buffer.alloc(32), epoch: 0 }] = rows;
    await pool.query(
      `alter table transparency.checkpoints disable trigger append_only;
       update transparency.checkpoints set note = '${stranger.sign({ size, root })}'
       where size = ${size} and epoch = ${epoch};`,
    );
    await pool.end();
    await start('other');
    await harness.expectReadOnly(`checkpoint ${size} in the database is signed by another key`);
    expect(await checked()).toContain('The log is whole');
    const { code } = await run('accept-log', 'other', '--by', 'Ada', '--reason', 'throw-away keys');
    expect(code).toBe(0);
    await start('other');
    await harness.add('Four');
    expect(await checked()).toContain('It fits the checkpoint');
  });
});
