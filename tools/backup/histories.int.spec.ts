import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readConfig } from '@feusa/profiles/config';
import { append, sample } from '@feusa/event-log/store/test-samples';
import { openSigner } from '@feusa/transparency/signer';
import { commands } from '@feusa/contracts/commands';
import { streamOf } from '@feusa/contracts/events';
import { freshDatabase } from '@feusa/testing/database';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { employee } from '@feusa/system-tests/test-calls';
import { openStandalone } from '@feusa/system-tests/test-standalone';
import { drill } from './drill.js';
import { sealText, type Manifest } from './format.js';
import { restore } from '../restore/restore.js';
import { backUpTo, openBackedUpProduct, type BackedUpProduct } from './test-company.js';
import { bodies, erasedInPairs, history, live, purgedKinds } from './test-history.js';
import { atRest, expectFaithful, expectSame, rowsIn } from './test-same.js';

/** Histories that are tried; more of them find more. */
const ROUNDS = Number(process.env['FEUSA_HISTORIES'] ?? 2);

let company: BackedUpProduct;
beforeAll(async () => {
  company = await openBackedUpProduct();
});
afterAll(() => company.close());

const print = () => undefined;
const keysOf = (dir: string) => `${dir}.keys`;
const given = (dir: string) =>
  ({ dir, keys: keysOf(dir), identity: company.identity, erasures: false, print }) as const;
let made = 0;

async function write(): Promise<string> {
  const dir = path.join(company.home, `backup-${++made}`);
  await backUpTo(company.product, dir, [company.recipient]);
  return dir;
}

const verify = (dir: string) =>
  drill({ ...given(dir), withoutFiles: true }, async () => {
    const { url, drop } = await freshDatabase();
    return { url, stop: drop };
  });

async function backUp(): Promise<string> {
  const dir = await write();
  await verify(dir);
  return dir;
}

/** Restores into an empty installation, starts there and compares; with what goes on no more, to the byte. */
async function comeBack(dir: string, isAtRest: boolean): Promise<void> {
  const database = await freshDatabase();
  const dataDir = await mkdtemp(path.join(company.home, 'data-'));
  const settings = {
    ...company.product.settings,
    DATABASE_URL: database.url,
    FEUSA_DATA_DIR: dataDir,
  };
  try {
    await restore(readConfig(settings), database.url, given(dir));
    if (isAtRest)
      expect(await rowsIn(database.url)).toEqual(
        await rowsIn(company.product.settings['DATABASE_URL']!),
      );
    const { address, close } = await openStandalone(settings, database.url);
    try {
      await expectFaithful(settings);
      if (isAtRest) await expectSame(company.product, address);
    } finally {
      await close();
    }
  } finally {
    await database.drop();
  }
}

it('knows a body for every command', () => {
  expect(Object.keys(bodies).sort()).toEqual(Object.keys(commands).sort());
});

it('brings a log back without the bytes of what was purged', async () => {
  const accepted = await live(company.product, purgedKinds);
  expect(accepted).toEqual(purgedKinds.map(({ name }) => name));
  await atRest(company.product);
  const dir = await backUp();
  const { blobs } = JSON.parse(await readFile(path.join(dir, 'manifest.json'), 'utf8')) as Manifest;
  expect(blobs.count).toBe(0);
  await comeBack(dir, true);
});

it('brings a log back with several erased people of each kind', async () => {
  const accepted = await live(company.product, erasedInPairs);
  expect(accepted).toEqual(erasedInPairs.map(({ name }) => name));
  await atRest(company.product);
  await comeBack(await backUp(), true);
});

it('brings a log back whose last erasure no screen shows yet', async () => {
  const { id } = await company.product.done('add-employee', employee);
  let dir = '';
  await company.product.restart(async () => {
    const { store } = company.product;
    const erased = { type: 'PersonErased', data: {} } as const;
    await append(store, [sample(streamOf('employee', id), 2, erased)]);
    dir = await write();
  });
  await verify(dir);
  await comeBack(dir, false);
});

it('finds a backup that is as it was written, and comes to other tables', async () => {
  const dir = await write();
  const file = path.join(dir, 'manifest.json');
  const { constraints, ...manifest } = JSON.parse(await readFile(file, 'utf8')) as Manifest;
  const other = constraints!.map((each) => ({ ...each, sha256: '0'.repeat(64) }));
  const text = JSON.stringify({ ...manifest, constraints: other });
  const signer = await openSigner(company.product.settings['FEUSA_DATA_DIR']!);
  await writeFile(file, text);
  await writeFile(path.join(dir, 'manifest.note'), signer.signText(sealText(text)));
  await expect(verify(dir)).rejects.toThrow('not what they were: folders, accounts');
});

it(
  'brings every history back that can be written',
  async () => {
    const back = fc.asyncProperty(history, fc.boolean(), async (steps, isAtRest) => {
      expect(await live(company.product, steps)).not.toEqual([]);
      if (isAtRest) await atRest(company.product);
      await comeBack(await backUp(), isAtRest);
    });
    // One company lives through all of them, so none of them can be made smaller.
    await fc.assert(back, { numRuns: ROUNDS, endOnFailure: true });
  },
  60_000 + ROUNDS * 30_000,
);
