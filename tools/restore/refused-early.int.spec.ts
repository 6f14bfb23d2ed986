import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readConfig } from '@feusa/profiles/config';
import { freshDatabase, type FreshDatabase } from '@feusa/testing/database';
import { openDiskBlobs } from '@feusa/files/blobs/disk';
import { inSession } from '@feusa/platform/postgres/session';
import { LEDGER } from '@feusa/privacy/erasure/ledger-text';
import { SIGNING_KEY } from '@feusa/transparency/signer';
import { backUpTo, openBackedUpProduct, type BackedUpProduct } from '../backup/test-company.js';
import { EVENTS } from '../backup/format.js';
import { restore, type RestoreOptions } from './restore.js';

const line = (stream: string) => `${JSON.stringify({ stream, at: '2026-01-01T00:00:00.000Z' })}\n`;

let company: BackedUpProduct;
let empty: FreshDatabase;
/** Its events are damaged: whoever reads that far says so. */
let dir: string;
beforeAll(async () => {
  company = await openBackedUpProduct();
  empty = await freshDatabase();
  await writeFile(path.join(company.product.settings['FEUSA_DATA_DIR']!, LEDGER), line('user-1'));
  dir = path.join(company.home, 'backup');
  await backUpTo(company.product, dir, [company.recipient]);
  await writeFile(path.join(dir, EVENTS), 'damaged');
});
afterAll(async () => {
  await empty.drop();
  await company.close();
});

interface Target {
  readonly url?: string;
  readonly dataDir: string;
  readonly settings?: NodeJS.ProcessEnv;
}

const newDir = () => mkdtemp(path.join(company.home, 'data-'));

/** What a restore says, and what it had done by then. */
async function refused(options: Partial<RestoreOptions>, given?: Target) {
  const { dataDir, url = empty.url, settings } = given ?? { dataDir: await newDir() };
  const config = readConfig({
    ...{ ...company.product.settings, ...settings },
    ...{ DATABASE_URL: url, FEUSA_DATA_DIR: dataDir },
  });
  const lines: string[] = [];
  const print = (said: string) => void lines.push(said);
  const trust = { keys: `${dir}.keys`, identity: company.identity, erasures: false } as const;
  const before = await readdir(dataDir);
  const fault = await restore(config, url, { ...trust, print, ...options, dir }).then(
    () => new Error('restored'),
    (caught: Error) => caught,
  );
  expect(await readdir(dataDir)).toEqual(before);
  return { said: fault.message, lines };
}

const atOnce = (text: string) => ({ said: expect.stringContaining(text), lines: [] });

it('reads a backup where nothing is in the way', async () => {
  expect(await refused({})).toEqual({
    said: expect.stringContaining(EVENTS),
    lines: ['Events of the backup: failed'],
  });
});

it('says at once that nothing says who was erased', async () => {
  expect(await refused({ erasures: undefined })).toEqual(atOnce('Nothing says who was erased'));
});

it('says at once of a ledger that it is not there, none or not the newest', async () => {
  const file = path.join(company.home, 'ledger');
  expect(await refused({ erasures: file })).toEqual(atOnce(`There is no ${file}.`));
  await writeFile(file, 'Ann Miller');
  expect(await refused({ erasures: file })).toEqual(atOnce('no line of a ledger'));
  await writeFile(file, line('user-2'));
  expect(await refused({ erasures: file })).toEqual(atOnce('it lacks 1 erasure'));
});

it('says at once that the database is not empty', async () => {
  const url = company.product.settings['DATABASE_URL']!;
  const said = atOnce('The database is not empty, and stays as it is.');
  expect(await refused({}, { url, dataDir: await newDir() })).toEqual(said);
});

it('says at once that the file store is not empty', async () => {
  const dataDir = await newDir();
  const blobs = await openDiskBlobs({ dir: path.join(dataDir, 'blobs') });
  const sha256 = 'ab'.repeat(32);
  const file = path.join(company.home, 'other');
  await writeFile(file, 'other');
  await blobs.adopt({ size: 5, file, read: () => Promise.reject(new Error('read')) }, sha256);
  expect(await refused({}, { dataDir })).toEqual(atOnce('The file store is not empty'));
});

it('says at once that another key is there', async () => {
  const dataDir = await newDir();
  await writeFile(path.join(dataDir, SIGNING_KEY), 'another');
  expect(await refused({}, { dataDir })).toEqual(atOnce('is another key than that of the backup'));
  expect(await readFile(path.join(dataDir, SIGNING_KEY), 'utf8')).toBe('another');
});

it('says at once that the origin is another, and that events are lost', async () => {
  const settings = { FEUSA_CHECKPOINT_ORIGIN: 'another.example' };
  const dataDir = await newDir();
  expect(await refused({}, { dataDir, settings })).toEqual(
    atOnce('FEUSA_CHECKPOINT_ORIGIN must be'),
  );
  await company.product.done('add-folder', { name: 'Too late', parentId: null });
  const { position } = await company.product.store.head();
  const url = `/api/audit/checkpoint?after=${position}`;
  const { body } = await company.product.read(url, company.product.people.auditor);
  const later = path.join(company.home, 'later.txt');
  await writeFile(later, String(body['text']));
  expect(await refused({ checkpoints: [later] })).toEqual(atOnce('the log had 1 more'));
});

it('makes nothing in an empty database that it refuses', async () => {
  const database = await freshDatabase();
  try {
    await refused({ erasures: undefined }, { url: database.url, dataDir: await newDir() });
    const { rows } = await inSession(database.url, (client) =>
      client.query("select to_regclass('log.events') as made"),
    );
    expect(rows).toEqual([{ made: null }]);
  } finally {
    await database.drop();
  }
});
