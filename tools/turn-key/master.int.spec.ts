import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openBackup } from '@feusa/profiles/backup';
import { readConfig } from '@feusa/profiles/config';
import { openPool } from '@feusa/platform/postgres/pool';
import { writeKey } from '@feusa/privacy/subject-keys/master-key';
import { beginTurn } from '@feusa/privacy/subject-keys/turning';
import { employee } from '@feusa/system-tests/test-calls';
import { built, Program } from '@feusa/cluster/program';
import { Product } from '@feusa/system-tests/test-product';
import { openStandalone } from '@feusa/system-tests/test-standalone';
import { freshDatabase } from '@feusa/testing/database';
import { poll } from '@feusa/testing/wait';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { fillCompany, goOn, screens, signIn } from '../backup/test-company.js';
import { Steps } from '../backup/steps.js';
import { verifyBackup } from '../backup/verify-backup.js';
import { writeBackup } from '../backup/write-backup.js';
import { restore } from '../restore/restore.js';
import { turnMaster, type MasterOptions } from './master.js';

let home: string;
let product: Product;
let open: string;
let backups = 0;
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'feusa-turn-'));
  product = await Product.open({}, false);
  open = await fillCompany(product);
});
afterAll(async () => {
  await product.close();
  await rm(home, { recursive: true, force: true });
});

const base64 = (key: Buffer) => key.toString('base64');
const dataDir = () => product.settings['FEUSA_DATA_DIR']!;
const keyNow = async () => (await readFile(path.join(dataDir(), 'master.key'), 'utf8')).trim();
const lines: string[] = [];
afterEach(() => void lines.splice(0));

const turn = (more: NodeJS.ProcessEnv = {}, options: MasterOptions = {}) =>
  turnMaster(readConfig({ ...product.settings, ...more }), product.settings['DATABASE_URL']!, {
    ...{ ...options, print: (line: string) => void lines.push(line) },
  });

async function back(): Promise<string> {
  const dir = path.join(home, `backup-${++backups}`);
  const ports = await openBackup(readConfig(product.settings), product.settings['DATABASE_URL']!);
  const options = { dir, keys: `${dir}.keys`, recipients: [], print: () => undefined };
  await writeBackup(ports, options).finally(() => ports.close());
  await verifyBackup({ dir, keys: `${dir}.keys` }, new Steps(() => undefined));
  return dir;
}

/** What a backup shows of a position where it was restored and started. */
async function shownBy(dir: string, at: number, more: NodeJS.ProcessEnv = {}) {
  const database = await freshDatabase();
  const FEUSA_DATA_DIR = await mkdtemp(path.join(home, 'data-'));
  const settings = { ...product.settings, FEUSA_DATA_DIR, DATABASE_URL: database.url, ...more };
  const given = { dir, keys: `${dir}.keys`, erasures: false, print: () => undefined } as const;
  try {
    await restore(readConfig(settings), database.url, given);
    const { address, close } = await openStandalone(settings, database.url);
    const asked = { address, cookie: await signIn(product, address) };
    return await screens(asked, at).finally(close);
  } finally {
    await database.drop();
  }
}
const shown = (at: number) =>
  screens({ address: product.address, cookie: product.people.admin.cookie! }, at);

describe('the master key of a running product', () => {
  it('is turned while people write; old and new backups, and the new key alone, bring all back', async () => {
    const hook = { url: 'https://hooks.example/', types: ['FileAdded'] };
    const [{ admin }, key] = [product.people, randomUUID()];
    const secretNow = async () =>
      (await product.command('add-webhook', hook, admin, key)).body['secret'];
    const secret = await secretNow();
    expect(secret).toMatch(/^whsec_/);
    const { position } = await product.store.head();
    const [before, was] = [await keyNow(), await shown(position)];
    const old = await back();
    const stop = goOn(product, open);
    await turn();
    await stop();
    expect(lines.at(-1)).toMatch(/^The key is [0-9a-f]{8}, in /);
    expect(await keyNow()).not.toBe(before);
    expect(await readdir(dataDir())).not.toContain('master.key.next');
    await product.done('add-employee', { ...employee, email: 'after@feusa.example' });
    expect(await secretNow()).toBe(secret);
    expect(await shown(position)).toEqual(was);
    await product.restart();
    expect(await shown(position)).toEqual(was);
    expect(await shownBy(old, position)).toEqual(was);
    expect(await shownBy(await back(), position)).toEqual(was);
    const other = shownBy(old, position, { FEUSA_MASTER_KEY: await keyNow() });
    await expect(other).rejects.toThrow(/^The backup was made with master key [0-9a-f]{8}, and/);
    const settings = { ...product.settings, FEUSA_MASTER_KEY: before };
    const late = openStandalone(settings, product.settings['DATABASE_URL']!);
    await expect(late).rejects.toThrow('not the one that this database was written with');
  });

  it('goes on after the tool was killed, and a backup of meanwhile is whole', async () => {
    const pool = openPool({ url: product.settings['DATABASE_URL']!, max: 1, name: 'test' });
    const own = Buffer.from(await keyNow(), 'base64');
    const next = randomBytes(32);
    await writeKey(path.join(dataDir(), 'master.key.next'), next);
    await beginTurn({ pool, own }, next);
    await pool.end();
    await product.done('add-employee', { ...employee, email: 'meanwhile@feusa.example' });
    const { position } = await product.store.head();
    const was = await shown(position);
    expect(await shownBy(await back(), position)).toEqual(was);
    const settings = { ...product.settings, FEUSA_MASTER_KEY: base64(next) };
    await (await openStandalone(settings, product.settings['DATABASE_URL']!)).close();
    await turn();
    expect(await keyNow()).toBe(base64(next));
    expect(await shown(position)).toEqual(was);
  });
});

describe('--finish of a key in the data directory', () => {
  it('says that it is not being turned, and turns none', async () => {
    const before = await keyNow();
    await expect(turn({}, { finish: true })).rejects.toThrow('The key is not being turned.');
    expect(await keyNow()).toBe(before);
    expect(await readdir(dataDir())).not.toContain('master.key.next');
    expect(lines).toEqual([]);
  });

  it.each([
    ['before it was begun', () => Promise.resolve()],
    ['after it was begun', beginTurn],
  ])('goes on with a turn that was cut off %s', async (_when, begun) => {
    const pool = openPool({ url: product.settings['DATABASE_URL']!, max: 1, name: 'test' });
    const own = Buffer.from(await keyNow(), 'base64');
    const next = randomBytes(32);
    await writeKey(path.join(dataDir(), 'master.key.next'), next);
    await begun({ pool, own }, next).finally(() => pool.end());
    await turn({}, { finish: true });
    expect(await keyNow()).toBe(base64(next));
    await expect(turn({}, { finish: true })).rejects.toThrow('The key is not being turned.');
  });
});

describe('a process that sleeps through a turn', () => {
  it('writes nothing by the old key, is not ready, and goes on once the new one lies in its place', async () => {
    const file = path.join(home, 'key of a volume');
    await writeFile(file, await keyNow(), { mode: 0o600 });
    const FEUSA_MASTER_KEY_COMMAND = `cat '${file}'`;
    const sleeper = new Program(built('main'), {
      env: {
        ...{ ...process.env, FEUSA_PROFILE: 'standalone', ...product.settings },
        ...{ FEUSA_MASTER_KEY_COMMAND, PORT: '0', HOST: '127.0.0.1' },
      },
    });
    const address = await sleeper.says(/FEUSA is ready at (\S+)/);
    const { cookie = '' } = product.people.admin;
    const asked = async (url: string, body?: object) => {
      const headers = { cookie, 'content-type': 'application/json' };
      const init = { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) };
      const answer = await fetch(address + url, init);
      return `${answer.status} ${await answer.text()}`;
    };
    const add = (email: string) => asked('/api/commands/add-employee', { ...employee, email });
    try {
      expect(await add('awake@feusa.example')).toMatch(/^200 /);
      sleeper.signal('SIGSTOP');
      await turn();
      sleeper.signal('SIGCONT');
      const { position } = await product.store.head();
      expect(await add('refused@feusa.example')).toMatch(/^500 /);
      expect(await asked('/api/audit/events?limit=1000')).toMatch(/^500 /);
      expect((await product.store.head()).position).toBe(position);
      await poll(() => asked('/health/ready')).toMatch(/^503 .*the master key was turned/);
      expect(await asked('/health/live')).toMatch(/^503 .*has to start with the new one/);
      await writeFile(file, await keyNow());
      expect(await add('goes.on@feusa.example')).toMatch(/^(200|500) /);
      await poll(() => asked('/health/live')).toMatch(/^200 /);
      await poll(() => asked('/health/ready')).toMatch(/^200 /);
      expect(await add('again@feusa.example')).toMatch(/^200 /);
      expect(await screens({ address, cookie }, position)).toEqual(await shown(position));
    } finally {
      await sleeper.end('SIGKILL');
    }
  });
});

describe('a master key of the environment', () => {
  it('is let go of only by who has the next one', async () => {
    const apart = await Product.open({ FEUSA_MASTER_KEY: base64(randomBytes(32)) }, false);
    const next = base64(randomBytes(32));
    const url = apart.settings['DATABASE_URL']!;
    const print = (line: string) => void lines.push(line);
    const given = (more: object = {}) => readConfig({ ...apart.settings, ...more });
    try {
      await apart.done('add-employee', employee);
      await expect(turnMaster(given(), url, { print })).rejects.toThrow('The next key is needed');
      await expect(turnMaster(given(), url, { print, finish: true })).rejects.toThrow(
        'The key is not being turned.',
      );
      const file = path.join(home, 'nowhere');
      const said = `--file names a file that cannot be read (ENOENT): ${file}`;
      await expect(turnMaster(given(), url, { print, file })).rejects.toThrow(said);
      await turnMaster(given({ FEUSA_NEXT_MASTER_KEY: next }), url, { print });
      expect(lines.at(-1)).toContain('turn-key -- master --finish');
      const early = turnMaster(given(), url, { print, finish: true });
      await expect(early).rejects.toThrow('FEUSA_MASTER_KEY is still the old key');
      await turnMaster(given({ FEUSA_MASTER_KEY: next }), url, { print, finish: true });
      await apart.done('add-employee', { ...employee, email: 'next@feusa.example' });
      const old = openStandalone(apart.settings, url);
      await expect(old).rejects.toThrow('not the one that this database was written with');
      await (await openStandalone({ ...apart.settings, FEUSA_MASTER_KEY: next }, url)).close();
    } finally {
      await apart.close();
    }
  });
});
