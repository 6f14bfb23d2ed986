import { createHash, randomUUID } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '@feusa/profiles/config';
import { openAcceptance } from '@feusa/profiles/acceptance';
import { openBackup } from '@feusa/profiles/backup';
import { placesWith } from '@feusa/profiles/erasure-check/erasure-check';
import { openSigner } from '@feusa/transparency/signer';
import { chainHash, GENESIS } from '@feusa/event-log/store/chain';
import { freshDatabase } from '@feusa/testing/database';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { employee } from '@feusa/system-tests/test-calls';
import { Product } from '@feusa/system-tests/test-product';
import { verifyExport } from '../verify-log/verify-export.js';
import { openStandalone } from '@feusa/system-tests/test-standalone';
import { blobFile, readManifest, sealText } from './format.js';
import { lineOf, recordOf } from './lines.js';
import { restore, type RestoreOptions } from '../restore/restore.js';
import { newIdentity } from './age.js';
import { Steps } from './steps.js';
import { fillCompany, goOn, screens, signIn } from './test-company.js';
import { addPasskey, addReminder, passkeysIn, remindersIn } from './test-rows.js';
import { verifyBackup, type VerifyOptions } from './verify-backup.js';
import { writeBackup, type BackupOptions } from './write-backup.js';

let product: Product;
let home: string;
let open: string;
/** A file, and whom the keys of the backups are for. */
let identity: string;
let recipient: string;
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'feusa-backup-'));
  identity = path.join(home, 'identity');
  recipient = await newIdentity(identity);
  product = await Product.open({}, false);
  open = await fillCompany(product);
});
afterAll(async () => {
  await product.close();
  await rm(home, { recursive: true, force: true });
});

let made = 0;
const newDir = () => path.join(home, `backup-${++made}`);
const quiet = new Steps(() => undefined);

async function back(options: Partial<BackupOptions> = {}): Promise<string> {
  const { settings } = product;
  const ports = await openBackup(readConfig(settings), settings['DATABASE_URL']!);
  const dir = options.dir ?? newDir();
  try {
    const defaults = { keys: `${dir}.keys`, recipients: [recipient], print: () => undefined };
    await writeBackup(ports, { ...defaults, ...options, dir });
  } finally {
    await ports.close();
  }
  return dir;
}

const verify = (dir: string, options: Partial<VerifyOptions> = {}) =>
  verifyBackup({ keys: `${dir}.keys`, identity, ...options, dir }, quiet);

/** Restores into a database and a data directory of their own and starts the product there. */
async function bringBack(dir: string, options: Partial<RestoreOptions> = {}) {
  const database = await freshDatabase();
  const dataDir = await mkdtemp(path.join(home, 'data-'));
  const settings = {
    ...product.settings,
    DATABASE_URL: database.url,
    FEUSA_DATA_DIR: dataDir,
  };
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const config = readConfig(settings);
  const defaults = { keys: `${dir}.keys`, identity, erasures: false, print } as const;
  const again = (given = options) => restore(config, database.url, { ...defaults, ...given, dir });
  const drop = () => database.drop();
  try {
    const result = await again();
    return { ...result, lines, settings, again, dataDir, drop };
  } catch (fault) {
    await drop();
    throw fault;
  }
}

const asked = { address: () => product.address, cookie: () => product.people.admin.cookie! };
const here = () => ({ address: asked.address(), cookie: asked.cookie() });

describe('a backup', () => {
  it('brings the passkeys of people back, and which reminders were written', async () => {
    await addPasskey(product.settings, product.people.basic.id);
    await addReminder(product.settings);
    const rowsIn = async (settings: NodeJS.ProcessEnv) => [
      ...[await passkeysIn(settings), await remindersIn(settings)],
    ];
    const before = await rowsIn(product.settings);
    expect(before.map(({ length }) => length)).toEqual([1, 1]);
    const restored = await bringBack(await back());
    try {
      expect(await rowsIn(restored.settings)).toEqual(before);
    } finally {
      await restored.drop();
    }
  });

  it('brings everything back: every screen is the same, byte for byte', async () => {
    const before = await screens(here());
    const dir = await back();
    const exported = await verifyExport(path.join(dir, 'events.ndjson'));
    expect(exported).toMatchObject({ ok: true, fits: [Number(exported.ok && exported.size)] });
    const restored = await bringBack(dir);
    expect(restored.lines.join('\n')).toContain('the same rows as when the backup was made');
    const { address, close } = await openStandalone(
      restored.settings,
      restored.settings.DATABASE_URL,
    );
    try {
      const after = await screens({ address, cookie: await signIn(product, address) });
      expect([...after.keys()]).toEqual([...before.keys()]);
      for (const [url, answer] of before) expect([url, after.get(url)]).toEqual([url, answer]);
      const old = { headers: { cookie: asked.cookie() } };
      expect((await fetch(`${address}/api/tree`, old)).status).toBe(401);
    } finally {
      await close();
      await restored.drop();
    }
  });

  it('is told of in the figures', async () => {
    const began = Math.floor(Date.now() / 1000);
    await back();
    const text = await (await fetch(`${product.address}/metrics`)).text();
    const [, seconds] = /^feusa_backup_last_timestamp_seconds (\S+)$/m.exec(text) ?? [];
    expect(Number(seconds)).toBeGreaterThanOrEqual(began);
  });

  it('is of one moment while people write on', async () => {
    const stop = goOn(product, open);
    const dirs = [await back(), await back()];
    await stop();
    const positions: number[] = [];
    for (const dir of dirs) {
      const restored = await bringBack(dir);
      const { position } = restored.manifest.head;
      positions.push(position);
      const opened = await openStandalone(restored.settings, restored.settings.DATABASE_URL);
      try {
        const cookie = await signIn(product, opened.address);
        const [then, now] = [await screens(here(), position), { address: opened.address, cookie }];
        expect(await screens(now, position)).toEqual(then);
        const verdict = await fetch(`${opened.address}/api/audit/verify`, { headers: { cookie } });
        expect(await verdict.json()).toMatchObject({ ok: true, size: String(position) });
      } finally {
        await opened.close();
        await restored.drop();
      }
    }
    expect(positions[1]).toBeGreaterThan(positions[0]!);
  });

  it('links to the files of an earlier one, those that are whole', async () => {
    const base = await back();
    const names = (await readFile(path.join(base, 'blobs.ndjson'), 'utf8')).trim().split('\n');
    const [broken, ...whole] = names.map((line) => (JSON.parse(line) as { sha256: string }).sha256);
    await writeFile(blobFile(base, broken!), 'rotten');
    const next = await back({ base });
    await verify(next);
    const inode = async (dir: string, name: string) => (await stat(blobFile(dir, name))).ino;
    for (const name of whole) expect(await inode(next, name)).toBe(await inode(base, name));
    expect(await inode(next, broken!)).not.toBe(await inode(base, broken!));
  });

  it('writes over nothing, and leaves nothing behind when it fails', async () => {
    const dir = await back();
    await expect(back({ dir })).rejects.toThrow('is there already');
    await expect(back({ dir: newDir(), keys: `${dir}.keys` })).rejects.toThrow('is there already');
    const stopped = AbortSignal.abort(new Error('stopped'));
    const failed = newDir();
    await expect(back({ dir: failed, signal: stopped })).rejects.toThrow('stopped');
    expect((await readdir(home)).filter((name) => name.includes('partial'))).toEqual([]);
    await expect(verify(failed)).rejects.toThrow('There is no whole backup');
  });
});

describe('a restore', () => {
  it('leaves alone what is not empty', async () => {
    const dir = await back();
    const restored = await bringBack(dir);
    await expect(restored.again()).rejects.toThrow('The database is not empty');
    await restored.drop();
    const { settings } = product;
    const config = readConfig(settings);
    const options = {
      dir,
      keys: `${dir}.keys`,
      identity,
      erasures: false,
      print: () => undefined,
    } as const;
    await expect(restore(config, settings['DATABASE_URL']!, options)).rejects.toThrow('not empty');
  });

  it('says which events a later checkpoint shows to be lost, and goes on only when told to', async () => {
    const dir = await back();
    const { position } = (await readManifest(dir)).manifest.head;
    await product.done('add-folder', { name: 'Too late', parentId: null });
    const url = `/api/audit/checkpoint?after=${position + 1}`;
    const { body } = await product.read(url, product.people.auditor);
    const file = path.join(home, 'later.txt');
    await writeFile(file, String(body['text']));
    const checkpoints = [file];
    await expect(bringBack(dir, { checkpoints })).rejects.toThrow(
      `The backup has ${position} events; by the checkpoint in ${file} the log had 1 more.`,
    );
    const restored = await bringBack(dir, { checkpoints, older: true });
    expect(restored.lost).toBe(1);
    await restored.drop();
    // The same where a product has run before and what it signed last is still there.
    await cp(file, path.join(restored.dataDir, 'checkpoint.last'));
    await expect(restored.again({})).rejects.toThrow('checkpoint.last the log had 1 more.');
  });
});

describe('a ledger of erasures', () => {
  const line = (stream: string) =>
    `${JSON.stringify({ stream, at: '2026-01-01T00:00:00.000Z' })}\n`;
  const ledger = 'erasures.ndjson';

  it('goes along with backups, and a newer one is brought to where the product starts', async () => {
    const own = path.join(product.settings['FEUSA_DATA_DIR']!, ledger);
    const before = await readFile(own, 'utf8').catch(() => '');
    await writeFile(own, line('employee-1'));
    const dir = await back();
    await writeFile(own, before);
    const newer = path.join(home, 'newer.ndjson');
    await writeFile(newer, line('employee-1') + line('user-2'));
    const restored = await bringBack(dir, { erasures: newer });
    const there = await readFile(path.join(restored.dataDir, ledger), 'utf8');
    expect(there).toBe(line('employee-1') + line('user-2'));
    await restored.drop();
    await writeFile(newer, 'Ann Miller');
    await expect(bringBack(dir, { erasures: newer })).rejects.toThrow('no line of a ledger');
  });
});

describe('an erasure after the backup', () => {
  const values = [randomUUID(), randomUUID(), randomUUID()] as const;
  const [lastName, role, secret] = values;

  it('is made again after an older backup was restored, once somebody has signed for the lost events', async () => {
    const person = { ...employee, lastName, role, email: `${lastName}@x.example` };
    const { id } = await product.done('add-employee', person);
    const name = `${person.firstName} ${lastName}`;
    const { id: report } = await product.done('log-error', { details: `${name}: ${secret}` });
    const dir = await back();
    const erased = await product.command('erase-person', { id, name });
    expect(erased.status).toBe(200);
    const dataDir = product.settings['FEUSA_DATA_DIR']!;
    const ledger = path.join(dataDir, 'erasures.ndjson');
    await poll(() => readFile(ledger, 'utf8')).toContain(`error-${report}`);
    const { position } = await product.store.head();
    const url = `/api/audit/checkpoint?after=${position}`;
    const { body } = await product.read(url, product.people.auditor);
    const signed = path.join(home, 'before-the-fire.txt');
    await writeFile(signed, String(body['text']));

    const options = { erasures: ledger, checkpoints: [signed], older: true };
    const restored = await bringBack(dir, options);
    const config = readConfig(restored.settings);
    const places = () => placesWith(config, restored.settings.DATABASE_URL, values);
    // Not even until the product has started.
    expect(await places()).toEqual([]);
    await cp(signed, path.join(restored.dataDir, 'checkpoint.last'));
    const opened = await openStandalone(restored.settings, restored.settings.DATABASE_URL);
    const acceptance = await openAcceptance(config, restored.settings.DATABASE_URL);
    try {
      const cookie = await signIn(product, opened.address);
      const get = async (at: string) =>
        (await fetch(opened.address + at, { headers: { cookie } })).json() as Promise<object>;
      const certificate = () => get(`/api/audit/erasures/employee-${id}`);
      expect(await certificate()).toMatchObject({ code: 'not-found' });
      const { contradictions: abandons } = await acceptance.examine();
      expect(abandons).not.toEqual([]);
      await acceptance.accept({ by: 'Ada', reason: 'the fire', abandons });
      const complete = { complete: true, by: 'system' };
      await poll(certificate, { timeout: 30_000 }).toMatchObject(complete);
      await poll(places, { timeout: 30_000 }).toEqual([]);
      expect(await get('/api/audit/verify')).toMatchObject({ ok: true });
      expect(await get('/api/audit/fingerprint?files=1')).toMatchObject({ ok: true });
    } finally {
      await acceptance.close();
      await opened.close();
      await restored.drop();
    }
  });
});

/** Somebody who can write what was backed up, and does not hold the key. */
describe('a damaged backup', () => {
  let whole: string;
  beforeAll(async () => {
    whole = await back();
  });

  /** What verification says of a copy after something was done to it. */
  async function after(damage: (dir: string, keys: string) => Promise<void>): Promise<string> {
    const dir = newDir();
    await cp(whole, dir, { recursive: true });
    await cp(`${whole}.keys`, `${dir}.keys`, { recursive: true });
    await damage(dir, `${dir}.keys`);
    return verify(dir).then(
      () => 'whole',
      (fault: Error) => fault.message,
    );
  }
  const change = async (file: string, edit: (text: string) => string) =>
    writeFile(file, edit(await readFile(file, 'utf8')));
  const flip = async (file: string, at: number) => {
    const bytes = await readFile(file);
    bytes[at] = bytes[at]! ^ 1;
    await writeFile(file, bytes);
  };

  it('is told from one that is whole', async () => {
    expect(await after(async () => undefined)).toBe('whole');
  });

  it('is found by any byte of any part', async () => {
    const parts = await readdir(whole);
    const keys = await readdir(`${whole}.keys`);
    const files = [
      ...parts.filter((name) => name !== 'blobs').map((name) => ['', name] as const),
      ...keys.map((name) => ['.keys', name] as const),
    ];
    expect(files.length).toBeGreaterThan(7);
    for (const [suffix, name] of files) {
      const { size } = await stat(path.join(whole + suffix, name));
      for (const at of size > 0 ? [0, Math.floor(size / 2), size - 1] : []) {
        const verdict = await after((dir) => flip(path.join(dir + suffix, name), at));
        expect([name, at, verdict]).not.toEqual([name, at, 'whole']);
        expect(verdict).toContain(name.startsWith('manifest') ? 'manifest' : name);
      }
    }
  });

  it.each([
    [
      'an event that was changed',
      (lines: string[]) => lines.with(4, lines[4]!.replace('"at":"2', '"at":"3')),
      'position 5: the hash does not fit the event',
    ],
    [
      'an event that is missing',
      (lines: string[]) => lines.toSpliced(6, 1),
      'position 7: an event is missing here',
    ],
    [
      'two events that were swapped',
      (lines: string[]) => lines.with(2, lines[3]!).with(3, lines[2]!),
      'position 3: an event is missing here',
    ],
    [
      'a line that is no event',
      (lines: string[]) => lines.with(8, '{}'),
      'position 9: the line is no event',
    ],
    ['events that were cut off', (lines: string[]) => lines.slice(0, 5), 'it was cut off'],
  ])('names %s', async (_what, edit, fault) => {
    const verdict = await after((dir) =>
      change(path.join(dir, 'events.ndjson'), (text) => edit(text.split('\n')).join('\n')),
    );
    expect(verdict).toContain('events.ndjson');
    expect(verdict).toContain(fault);
  });

  it('is found where the events were written anew with their chain, their head and the manifest', async () => {
    const forge = async (dir: string) => {
      const file = path.join(dir, 'events.ndjson');
      const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
      let { hash }: { hash: Buffer } = GENESIS;
      const forged = lines.map((line) => {
        const record = recordOf(line);
        if (!record) return line;
        const bytes = record.bytes.replace('"name":"Combines"', '"name":"Forged"');
        hash = chainHash(hash, bytes);
        return lineOf({ ...record, bytes, hash: hash.toString('hex') });
      });
      const text = `${forged.join('\n')}\n`;
      await writeFile(file, text);
      await change(path.join(dir, 'manifest.json'), (manifest) => {
        const json = JSON.parse(manifest) as { head: { hash: string }; parts: { file: string }[] };
        json.head.hash = hash.toString('hex');
        const sha256 = createHash('sha256').update(text).digest('hex');
        const part = json.parts.find((each) => each.file === 'events.ndjson')!;
        Object.assign(part, { size: Buffer.byteLength(text), sha256 });
        return JSON.stringify(json);
      });
    };
    expect(await after(forge)).toContain('manifest.json is not what was written and signed');
    // Even who could sign manifests has to take the checkpoint as it is.
    const verdict = await after(async (dir) => {
      await forge(dir);
      const manifest = await readFile(path.join(dir, 'manifest.json'), 'utf8');
      const signer = await openSigner(product.settings['FEUSA_DATA_DIR']!);
      await writeFile(path.join(dir, 'manifest.note'), signer.signText(sealText(manifest)));
    });
    expect(verdict).toMatch(/position \d+: the log differs from the checkpoint that was signed/);
  });

  it('names a file that is missing, and one that was changed', async () => {
    const list = await readFile(path.join(whole, 'blobs.ndjson'), 'utf8');
    const { sha256 } = JSON.parse(list.split('\n')[0]!) as { sha256: string };
    const missing = await after((dir) => rm(blobFile(dir, sha256)));
    expect(missing).toContain(`The file ${sha256} is missing`);
    const changed = await after((dir) => flip(blobFile(dir, sha256), 0));
    expect(changed).toContain(`The file ${sha256} in`);
  });

  it('is found by keys of another one, and restores nothing', async () => {
    const other = await back();
    const verdict = await after(async (_dir, keys) => {
      await rm(keys, { recursive: true });
      await cp(`${other}.keys`, keys, { recursive: true });
    });
    expect(verdict).toContain('are of another backup');
    const dir = newDir();
    await cp(whole, dir, { recursive: true });
    await expect(bringBack(dir)).rejects.toThrow('manifest.json cannot be read');
  });
});
