import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '@feusa/profiles/config';
import { freshDatabase } from '@feusa/testing/database';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Product } from '@feusa/system-tests/test-product';
import { newIdentity } from './age.js';
import { restore, type RestoreOptions } from '../restore/restore.js';
import { backUpTo } from './test-company.js';

let home: string;
let product: Product;
let identity: string;
let recipient: string;
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'feusa-keys-'));
  identity = path.join(home, 'identity');
  recipient = await newIdentity(identity);
  product = await Product.open({}, false);
});
afterAll(async () => {
  await product.close();
  await rm(home, { recursive: true, force: true });
});

const print = () => undefined;
let made = 0;

async function back(recipients: readonly string[] = [recipient]): Promise<string> {
  const dir = path.join(home, `backup-${++made}`);
  await backUpTo(product, dir, recipients);
  return dir;
}

async function bringBack(dir: string, options: Partial<RestoreOptions>): Promise<void> {
  const database = await freshDatabase();
  const dataDir = await mkdtemp(path.join(home, 'data-'));
  const config = readConfig({ ...product.settings, FEUSA_DATA_DIR: dataDir });
  const given = { dir, keys: `${dir}.keys`, identity, print, ...options };
  await restore(config, database.url, given).finally(() => database.drop());
}

it('are read by nobody without the identity', async () => {
  const dir = await back();
  const files = await readdir(`${dir}.keys`);
  const encrypted = files.filter((name) => name.endsWith('.age'));
  expect(encrypted).toHaveLength(files.length - 1);
  const begin = 'age-encryption.org/v1\n';
  for (const name of encrypted) {
    const text = await readFile(path.join(`${dir}.keys`, name), 'latin1');
    expect(text.slice(0, begin.length)).toBe(begin);
  }
  const erasures = false;
  await expect(bringBack(dir, { identity: undefined, erasures })).rejects.toThrow(
    '--identity FILE names who',
  );
  const other = path.join(home, 'other-identity');
  await newIdentity(other);
  await expect(bringBack(dir, { identity: other, erasures })).rejects.toThrow(
    `The keys are not encrypted for ${other}.`,
  );
});

it('may be in clear where that was said', async () => {
  const dir = await back([]);
  await bringBack(dir, { identity: undefined, erasures: false });
});

it('are not brought back by who is not told of erasures, unless there were none', async () => {
  const own = path.join(product.settings['FEUSA_DATA_DIR']!, 'erasures.ndjson');
  const at = new Date(0).toISOString();
  await writeFile(own, `${JSON.stringify({ stream: 'employee-3', at })}\n`);
  const dir = await back();
  const older = path.join(home, 'older.ndjson');
  await writeFile(older, '');
  await expect(bringBack(dir, {})).rejects.toThrow('Nothing says who was erased since the backup');
  await expect(bringBack(dir, { erasures: older })).rejects.toThrow(
    'it lacks 1 erasure that the backup knows of',
  );
  await bringBack(dir, { erasures: own });
  await bringBack(dir, { erasures: false });
});
