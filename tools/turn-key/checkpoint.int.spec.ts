import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from '@feusa/cluster/program';
import { openPool } from '@feusa/platform/postgres/pool';
import { openBackup } from '@feusa/profiles/backup';
import { readConfig } from '@feusa/profiles/config';
import { openWitness } from '@feusa/profiles/witness';
import { Product } from '@feusa/system-tests/test-product';
import { openStandalone } from '@feusa/system-tests/test-standalone';
import { freshDatabase } from '@feusa/testing/database';
import { poll } from '@feusa/testing/wait';
import { turnLogKey } from '@feusa/transparency/keys/turn';
import { openNextSigner, openSigner } from '@feusa/transparency/signer';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { unzipSync } from 'fflate';
import { fillCompany, goOn, screens, signIn } from '../backup/test-company.js';
import { Steps } from '../backup/steps.js';
import { verifyBackup } from '../backup/verify-backup.js';
import { writeBackup } from '../backup/write-backup.js';
import { restore } from '../restore/restore.js';
import { serve } from '../witness/serve-witness.js';
import { turnCheckpoints, type CheckpointOptions } from './checkpoint.js';

let home: string;
let product: Product;
let open: string;
let count = 0;
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'feusa-turn-checkpoint-'));
  product = await Product.open(
    { FEUSA_CHECKPOINT_DIR: at('kept'), FEUSA_CHECKPOINT_SECONDS: '1' },
    false,
  );
  open = await fillCompany(product);
});
afterAll(async () => {
  await product.close();
  await rm(home, { recursive: true, force: true });
});
const lines: string[] = [];
afterEach(() => void lines.splice(0));

const at = (name: string) => path.join(home, name);
const url = () => product.settings['DATABASE_URL']!;
const dataDir = () => product.settings['FEUSA_DATA_DIR']!;
const print = (line: string) => void lines.push(line);
const turn = (options: CheckpointOptions = {}, more: NodeJS.ProcessEnv = {}) =>
  turnCheckpoints(readConfig({ ...product.settings, ...more }), url(), { ...options, print });
const keyInFile = async (dir = dataDir()) => (await openSigner(dir)).key;
const statement = (number: number) => path.join(at('kept'), `key-succession-${number}.note`);

async function download(address: string): Promise<Buffer> {
  const { cookie = '' } = product.people.auditor;
  const answer = await fetch(product.address + address, { headers: { cookie } });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}
const publishedKey = async () => (await download('/api/audit/key')).toString().trim();

/** A bundle of now, unpacked. */
async function bundle(): Promise<string> {
  const folder = at(`bundle-${++count}`);
  await mkdir(folder);
  for (const [name, bytes] of Object.entries(unzipSync(await download('/api/audit/bundle'))))
    await writeFile(path.join(folder, name), bytes);
  return folder;
}
/** By its own script. */
const check = async (folder: string, ...words: string[]) =>
  (await run([path.join(folder, 'verify.mjs'), ...words])).text;

async function back(): Promise<string> {
  const dir = at(`backup-${++count}`);
  const ports = await openBackup(readConfig(product.settings), url());
  const options = { dir, keys: `${dir}.keys`, recipients: [], print: () => undefined };
  await writeBackup(ports, options).finally(() => ports.close());
  return dir;
}
/** What a backup shows of a position where it was restored and started, and who signs there. */
async function restored(dir: string, position: number) {
  const given = { dir, keys: `${dir}.keys` };
  await verifyBackup(given, new Steps(() => undefined));
  const database = await freshDatabase();
  const FEUSA_DATA_DIR = await mkdtemp(at('data-'));
  const apart = { FEUSA_DATA_DIR, FEUSA_CHECKPOINT_DIR: `${FEUSA_DATA_DIR}/kept` };
  const settings = { ...product.settings, ...apart, DATABASE_URL: database.url };
  try {
    const options = { ...given, erasures: false, print: () => undefined } as const;
    await restore(readConfig(settings), database.url, options);
    const { address, close } = await openStandalone(settings, database.url);
    const cookie = await signIn(product, address);
    const health = await (await fetch(`${address}/health/ready`)).json();
    const shown = await screens({ address, cookie }, position).finally(close);
    return { shown, health, key: await keyInFile(FEUSA_DATA_DIR) };
  } finally {
    await database.drop();
  }
}
const shown = (position: number) =>
  screens({ address: product.address, cookie: product.people.admin.cookie! }, position);
/** Whoever has just been started compares first. */
const isWell = () => {
  const degraded = async () => (await product.get('/health/ready')).body['degraded'];
  return poll(degraded, { timeout: 60_000, interval: 200 }).toEqual([]);
};

describe('the key of checkpoints of a running product', () => {
  it('is turned while people write; whatever was signed before and after fits either key', async () => {
    const before = await keyInFile();
    const old = await bundle();
    const kept = at('kept-before');
    await writeFile(kept, await download('/api/audit/checkpoint'));
    const { position } = await product.store.head();
    const [was, oldBackup] = [await shown(position), await back()];
    const stop = goOn(product, open);
    await turn();
    await stop();
    const after = await keyInFile();
    expect(after).not.toBe(before);
    expect(await publishedKey()).toBe(after);
    expect(await readdir(dataDir())).not.toContain('checkpoint.key.next');
    await isWell();
    const now = await bundle();
    for (const key of [before, after])
      expect(await check(now, '--key', key, '--checkpoint', kept)).toMatch(
        /is whole(.|\n)*Its key was turned/,
      );
    expect(await check(old, '--key', before)).toContain('is whole');
    expect(await check(old, '--key', after)).toContain('is not signed by feusa');
    const bridged = await check(now, '--key', after, '--checkpoint', statement(1));
    expect(bridged).toContain('is whole');
    const cut = await check(old, '--key', after, '--checkpoint', statement(1));
    expect(cut).toContain('the log is shorter than the checkpoint');
    const joined = await check(now, '--key', after, '--checkpoint', path.join(old, 'checkpoint'));
    expect(joined).toContain('is whole');
    expect(await restored(oldBackup, position)).toMatchObject({ shown: was, key: before });
    const found = await restored(await back(), position);
    expect(found).toMatchObject({ shown: was, key: after });
    expect(JSON.stringify(found.health)).not.toContain('the log is signed by');
    await product.restart();
    await isWell();
    const verdict = await product.get('/api/access-log/verify', product.people.auditor);
    expect(verdict.body).toMatchObject({ ok: true });
    await poll(() => readFile(path.join(at('kept'), 'checkpoint'), 'utf8')).toContain('feusa\n');
  });

  it('lets a selection of before be checked by the new key with the statement', async () => {
    const address = `/api/audit/export?stream=folder-${open}`;
    const selection = at('selection.ndjson');
    await writeFile(selection, await download(address));
    await turn();
    const after = await keyInFile();
    const script = path.join(await bundle(), 'verify.mjs');
    const checkSelection = (...words: string[]) => check(path.dirname(script), selection, ...words);
    expect(await checkSelection('--key', after, '--checkpoint', statement(2))).toMatch(
      /^Each of the \d+ events/,
    );
    expect(await checkSelection('--key', after)).toContain('none of the keys of the log');
    const newer = at('newer.ndjson');
    await writeFile(newer, await download(address));
    expect(await check(path.dirname(script), newer, '--key', after)).toMatch(/^Each of the/);
  });

  it('goes on wherever the tool was killed, through a restart and a backup of meanwhile', async () => {
    const [before, number] = [await keyInFile(), 3];
    // Killed once the next key was made:
    const next = await openNextSigner(dataDir(), 'feusa');
    await isWell();
    // Killed once the log was handed over:
    const pool = openPool({ url: url(), max: 1, name: 'test' });
    const signer = await openSigner(dataDir());
    await product.done('add-folder', { name: 'Before the turn', parentId: null });
    expect(await turnLogKey({ pool, signer, next })).toMatchObject({ number });
    await pool.end();
    await product.done('add-folder', { name: 'In the middle', parentId: null });
    await poll(publishedKey).toBe(next.key);
    const { position } = await product.store.head();
    const was = await shown(position);
    expect(await check(await bundle(), '--key', before)).toContain('is whole');
    expect(await restored(await back(), position)).toMatchObject({ shown: was, key: next.key });
    await product.restart();
    expect(await keyInFile()).toBe(before);
    await product.done('add-folder', { name: 'After a restart', parentId: null });
    await isWell();
    await turn();
    expect(await keyInFile()).toBe(next.key);
    await isWell();
    await expect(turn({ finish: true })).rejects.toThrow('is not being turned');
  });
});

describe('a key that lies in several places', () => {
  it('is given to each by the one before, until the operator has put it in its place', async () => {
    const [file, old] = [at('next.pem'), at('old')];
    await openNextSigner(at('made'), 'feusa');
    await rename(path.join(at('made'), 'checkpoint.key.next'), file);
    await cp(path.join(dataDir(), 'checkpoint.key'), path.join(old, 'checkpoint.key'));
    await turn({ file });
    expect(lines.at(-1)).toContain('turn-key -- checkpoint --finish');
    await expect(turn({ finish: true })).rejects.toThrow('is still the old key');
    await product.restart();
    await isWell();
    await cp(file, path.join(dataDir(), 'checkpoint.key'));
    await turn({ finish: true });
    await expect(turn({ file })).rejects.toThrow('is in use');
    const apart = { ...product.settings, FEUSA_DATA_DIR: old };
    await cp(path.join(dataDir(), 'master.key'), path.join(old, 'master.key'));
    const late = await openStandalone(apart, url());
    const health = async () => (await fetch(`${late.address}/health/ready`)).text();
    expect(await health()).toContain(`the log is signed by ${await keyInFile()}`);
    // It goes on with no start once the key is there.
    await cp(file, path.join(old, 'checkpoint.key'));
    await poll(health, { timeout: 60_000, interval: 200 }).toContain('"status":"ready"');
    await late.close();
  });
});

describe('a log with a witness', () => {
  it('is handed over once the witness knows the next key, unless somebody says anyway', async () => {
    const [own, dir] = [await keyInFile(), at('witness')];
    const serving = async (logs: string[]) => {
      const opened = await openWitness({ dir, logs, name: 'witness.example' });
      const server = createServer(
        (request, response) => void serve(opened.witness, request, response),
      );
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      const settings = { FEUSA_WITNESSES: `http://127.0.0.1:${port} ${opened.witness.key}` };
      const stop = async () => {
        server.close();
        server.closeAllConnections();
        await opened.close();
      };
      return { settings, stop };
    };
    const alone = await serving([own]);
    await expect(turn({}, alone.settings)).rejects.toThrow(/witness\.example\. Give it to their/);
    expect(await publishedKey()).toBe(own);
    await alone.stop();
    const next = await openNextSigner(dataDir(), 'feusa');
    const both = await serving([own, next.key]);
    await turn({}, both.settings);
    expect(await publishedKey()).toBe(next.key);
    await both.stop();
    await turn({ anyway: true }, both.settings);
    expect(await publishedKey()).not.toBe(next.key);
  });
});
