import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { built, run } from '@feusa/cluster/program';
import { readConfig } from '@feusa/profiles/config';
import { openCheckpointTurning } from '@feusa/profiles/turning-checkpoints';
import { Product } from '@feusa/system-tests/test-product';
import { openStandalone } from '@feusa/system-tests/test-standalone';
import { poll } from '@feusa/testing/wait';
import { NEXT_SIGNING_KEY, openNextSigner, openSigner } from '@feusa/transparency/signer';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { unzipSync } from 'fflate';
import { turnCheckpoints } from './checkpoint.js';

let home: string;
let product: Product;
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'feusa-killed-turn-'));
  product = await Product.open({ FEUSA_CHECKPOINT_DIR: path.join(home, 'kept') }, false);
});
afterAll(async () => {
  await product.close();
  await rm(home, { recursive: true, force: true });
});

const url = () => product.settings['DATABASE_URL']!;
const dataDir = () => product.settings['FEUSA_DATA_DIR']!;
const keyInFile = async (dir = dataDir()) => (await openSigner(dir)).key;
const turn = () => turnCheckpoints(readConfig(product.settings), url(), { print: () => undefined });

/** Runs a program of ours with the settings of the product. */
const runHere = (words: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  run(words, { env: { ...process.env, ...product.settings, ...env } });

async function download(from: string, address: string): Promise<Buffer> {
  const { cookie = '' } = product.people.auditor;
  const answer = await fetch(from + address, { headers: { cookie } });
  return Buffer.from(await answer.arrayBuffer());
}
const publishedKey = async () =>
  (await download(product.address, '/api/audit/key')).toString().trim();

/** By the script that is in it. */
async function verdict(from: string, key: string): Promise<string> {
  const folder = await mkdtemp(path.join(home, 'bundle-'));
  for (const [name, bytes] of Object.entries(unzipSync(await download(from, '/api/audit/bundle'))))
    await writeFile(path.join(folder, name), bytes);
  return (await runHere([path.join(folder, 'verify.mjs'), '--key', key])).text;
}

/** What a start would find, by what lies in the data directory now. */
async function doubts(): Promise<readonly string[]> {
  const turning = await openCheckpointTurning(readConfig(product.settings), url());
  const { contradictions } = await turning.examine().finally(() => turning.close());
  return contradictions.map(({ reason }) => reason);
}

it('the file of the next key is looked for where the user stands', async () => {
  const file = path.join(home, 'next.key');
  await writeFile(file, '');
  const words = built('cli/turn-key', 'checkpoint', '--file', 'next.key');
  const { err } = await runHere(words, { INIT_CWD: home });
  expect(err.trim()).toBe(`There is no key in ${file} that can be read: bring it back.`);
});

it.each([
  ['before the statement is in the database', 'turn.before_commit', false, false],
  ['between the statement and the file of the key', 'turn.after_commit', true, false],
  ['behind the file of the key', 'turn.key_replaced', true, true],
])('a turn that is killed %s leaves a whole log, and goes on', async (...row) => {
  const [, point, isTurned, isReplaced] = row;
  const before = await keyInFile();
  const env = { FEUSA_FAIL_AT: `${point}:kill` };
  expect(await runHere(built('cli/turn-key', 'checkpoint'), env)).toMatchObject({
    signal: 'SIGKILL',
  });
  expect((await keyInFile()) === before).toBe(!isReplaced);
  expect(await doubts()).toEqual([]);
  await product.done('add-folder', { name: point, parentId: null });
  const next = isReplaced ? await keyInFile() : (await openNextSigner(dataDir(), 'feusa')).key;
  await poll(publishedKey).toBe(isTurned ? next : before);
  expect(await verdict(product.address, before)).toContain('is whole');
  await turn();
  expect([await keyInFile(), await publishedKey()]).toEqual([next, next]);
  expect(await readdir(dataDir())).not.toContain(NEXT_SIGNING_KEY);
  for (const key of [before, next])
    expect(await verdict(product.address, key)).toContain('is whole');
});

it('a next key that lies in its place before the log is turned signs nothing, says so, and then goes on', async () => {
  const own = path.join(home, 'early');
  await openNextSigner(dataDir(), 'feusa');
  const before = await keyInFile();
  await cp(path.join(dataDir(), 'master.key'), path.join(own, 'master.key'));
  await cp(path.join(dataDir(), NEXT_SIGNING_KEY), path.join(own, 'checkpoint.key'));
  const early = await openStandalone({ ...product.settings, FEUSA_DATA_DIR: own }, url());
  const health = async () => (await fetch(`${early.address}/health/ready`)).text();
  expect(await health()).toContain(`the log is signed by ${before}, and the key here is`);
  expect(await verdict(early.address, before)).toContain('is whole');
  await turn();
  await poll(health, { timeout: 60_000, interval: 200 }).toContain('"status":"ready"');
  expect(await keyInFile()).toBe(await keyInFile(own));
  await early.close();
});

it('a key that was being made when its process was killed is made anew', async () => {
  const dir = await mkdtemp(path.join(home, 'half-'));
  await writeFile(path.join(dir, 'checkpoint.key.0123456789ab.new'), '-----BEGIN');
  const { key } = await openSigner(dir);
  expect((await openSigner(dir)).key).toBe(key);
  await rename(path.join(dir, 'checkpoint.key'), path.join(dir, 'elsewhere'));
  expect((await readFile(path.join(dir, 'elsewhere'), 'utf8')).trim()).toMatch(
    /END PRIVATE KEY-+$/,
  );
});
