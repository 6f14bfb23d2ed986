import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { all, blobsContract } from './contract.js';
import { openDiskBlobs } from './disk.js';
import { isFull, storage } from './disk-faults.js';
import { stagedFile } from './staged-file.js';

const home = await mkdtemp(path.join(tmpdir(), 'feusa-disk-blobs-'));
afterAll(() => rm(home, { recursive: true }));
let count = 0;
const fresh = () => path.join(home, String(count++));

blobsContract('disk', () => openDiskBlobs({ dir: fresh() }));

const SHA = 'ab'.repeat(32);

it('lays blobs out by the first two digits of their hash', async () => {
  const dir = fresh();
  const blobs = await openDiskBlobs({ dir });
  await writeFile(path.join(home, 'file'), 'bytes');
  await blobs.adopt(await stagedFile(path.join(home, 'file')), SHA);
  expect(await readdir(path.join(dir, 'ab'))).toEqual([SHA]);
});

it('puts back what a removal that was cut off had taken aside', async () => {
  const dir = fresh();
  const blobs = await openDiskBlobs({ dir });
  await mkdir(path.join(dir, 'ab'));
  await writeFile(path.join(dir, 'ab', SHA), 'bytes');
  await rename(path.join(dir, 'ab', SHA), path.join(dir, 'ab', `${SHA}.removing`));
  await all(blobs.list());
  expect(await all(blobs.list())).toMatchObject([{ sha256: SHA }]);
});

it.each(['ENOSPC', 'EDQUOT'])('%s is storage that is full', async (code) => {
  const full = Object.assign(new Error('no room'), { code });
  expect(isFull(full)).toBe(true);
  await expect(storage(() => Promise.reject(full))).rejects.toMatchObject({
    code: 'upload/storage-full',
    status: 507,
  });
});

it('any other fault of the disk stays what it is', async () => {
  const work = () => Promise.reject(Object.assign(new Error('broken'), { code: 'EIO' }));
  await expect(storage(work)).rejects.toThrow('broken');
});
