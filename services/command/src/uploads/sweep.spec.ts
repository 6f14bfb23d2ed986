import { createHash } from 'node:crypto';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDiskBlobs } from '@feusa/adapters/blobs/disk';
import { openDiskStaging } from '@feusa/adapters/uploads/disk';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sweep } from './sweep.js';

const HOUR = 3_600_000;
const maxAgeMs = 24 * HOUR;

let dir: string;
let ports: Awaited<ReturnType<typeof open>>;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'feusa-sweep-'));
  ports = await open();
});
afterEach(() => rm(dir, { recursive: true }));

const open = async () => ({
  staging: await openDiskStaging({ dir: path.join(dir, 'uploads') }),
  blobs: await openDiskBlobs({ dir: path.join(dir, 'blobs') }),
});

const blobOf = async (text: string) => {
  const sha256 = createHash('sha256').update(text).digest('hex');
  await writeFile(path.join(dir, 'new'), text);
  await ports.blobs.adopt(path.join(dir, 'new'), sha256);
  return sha256;
};
const record = (id: string, blob?: string) => ({
  ...{ id, owner: 'ann', name: 'a', metadata: '', length: 1 },
  ...(blob && { finished: { blob, mediaType: 'text/plain', at: Date.now() } }),
});
const sweepIn = (hours: number, referenced: string[] = [], held: string[] = []) =>
  sweep(
    {
      ...ports,
      isReferenced: (asked) =>
        Promise.resolve(new Set(asked.filter((b) => referenced.includes(b)))),
      isHeld: (id) => held.includes(id),
    },
    { now: Date.now() + hours * HOUR, maxAgeMs },
  );

it('leaves everything alone for 24 hours', async () => {
  const blob = await blobOf('one');
  await ports.staging.save(record('a', blob));
  await writeFile(ports.staging.file('b'), 'x');
  expect(await sweepIn(23.9)).toEqual({ uploads: 0, blobs: 0 });
});

it('then removes uploads that are unfinished, unused, ended or without a record', async () => {
  const blob = await blobOf('one');
  await ports.staging.save(record('finished', blob));
  await ports.staging.save(record('unfinished'));
  await ports.staging.save({ ...record('ended'), ended: true });
  await writeFile(ports.staging.file('orphan'), 'x');
  expect(await sweepIn(24.01)).toEqual({ uploads: 4, blobs: 0 });
  expect(await sweepIn(24.1)).toEqual({ uploads: 0, blobs: 1 });
});

it('never removes what an event refers to', async () => {
  const [kept, gone] = [await blobOf('kept'), await blobOf('gone')];
  expect(await sweepIn(1000, [kept])).toEqual({ uploads: 0, blobs: 1 });
  expect(await ports.blobs.size(kept)).toBe(4);
  expect(await ports.blobs.size(gone)).toBeUndefined();
});

it('keeps old bytes that somebody has just uploaded again', async () => {
  const blob = await blobOf('old');
  const old = new Date(Date.now() - 100 * HOUR);
  await utimes(path.join(dir, 'blobs', blob.slice(0, 2), blob), old, old);
  await ports.staging.save(record('fresh', blob));
  expect(await sweepIn(0)).toEqual({ uploads: 0, blobs: 0 });
  await ports.staging.forget('fresh');
  expect(await sweepIn(0)).toEqual({ uploads: 0, blobs: 1 });
});

it('leaves an upload alone that is being sent', async () => {
  await ports.staging.save(record('slow'));
  expect(await sweepIn(48, [], ['slow'])).toEqual({ uploads: 0, blobs: 0 });
});
