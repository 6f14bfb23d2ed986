import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { UploadRecord } from '@feusa/files/uploads/staging-port';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { sweep } from './sweep.js';
import { reservationsInMemory } from './test-reservations.js';
import type { OpenStores, TestStores } from './test-stores.js';

export const HOUR = 3_600_000;
const maxAgeMs = 24 * HOUR;

export const record = (id: string, blob?: string): UploadRecord => ({
  ...{ id, owner: 'ann', name: 'a', metadata: '', length: 1 },
  ...(blob && { finished: { blob, mediaType: 'text/plain', at: Date.now() } }),
});

export async function blobOf({ blobs }: Pick<TestStores, 'blobs'>, text: string) {
  const sha256 = createHash('sha256').update(text).digest('hex');
  const read = () => Promise.resolve(Readable.from([Buffer.from(text)]));
  await blobs.adopt({ size: text.length, read }, sha256);
  return sha256;
}

export const sweepAt = (
  stores: Pick<TestStores, 'staging' | 'blobs'>,
  times: { readonly now: number; readonly maxAgeMs: number },
  referenced: string[] = [],
  held: string[] = [],
) =>
  sweep(
    {
      ...stores,
      reservations: reservationsInMemory(),
      isReferenced: (asked) =>
        Promise.resolve(new Set(asked.filter((b) => referenced.includes(b)))),
      isHeld: (id) => held.includes(id),
    },
    times,
  );

/** What a sweep removes and what it leaves, on whatever stores; each test opens empty ones. */
export function sweepScenarios(open: OpenStores): void {
  let dir: string;
  let stores: TestStores;
  beforeEach(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'feusa-sweep-'));
    stores = await open(dir);
  });
  afterEach(async () => {
    stores.close();
    await rm(dir, { recursive: true });
  });

  const bytesOf = (id: string) =>
    stores.staging.receive(record(id), Readable.from([Buffer.from('x')]), {
      ...{ at: 0, limit: 1, pace: { windowMs: 1000, bytes: 0 } },
      signal: new AbortController().signal,
    });
  const sweepIn = (hours: number, referenced: string[] = [], held: string[] = []) =>
    sweepAt(stores, { now: Date.now() + hours * HOUR, maxAgeMs }, referenced, held);

  it('leaves everything alone for 24 hours', async () => {
    const blob = await blobOf(stores, 'one');
    await stores.staging.save(record('a', blob));
    await bytesOf('b');
    expect(await sweepIn(23.9)).toEqual({ uploads: 0, blobs: 0 });
  });

  it('then removes uploads that are unfinished, unused, ended or without a record', async () => {
    const blob = await blobOf(stores, 'one');
    await stores.staging.save(record('finished', blob));
    await stores.staging.save(record('unfinished'));
    await stores.staging.save({ ...record('ended'), ended: true });
    await bytesOf('orphan');
    expect(await sweepIn(24.01)).toEqual({ uploads: 4, blobs: 0 });
    expect(await sweepIn(24.1)).toEqual({ uploads: 0, blobs: 1 });
  });

  it('never removes what an event refers to', async () => {
    const [kept, gone] = [await blobOf(stores, 'kept'), await blobOf(stores, 'gone')];
    expect(await sweepIn(1000, [kept])).toEqual({ uploads: 0, blobs: 1 });
    expect(await stores.blobs.size(kept)).toBe(4);
    expect(await stores.blobs.size(gone)).toBeUndefined();
  });

  it('leaves an upload alone that is being sent', async () => {
    await stores.staging.save(record('slow'));
    expect(await sweepIn(48, [], ['slow'])).toEqual({ uploads: 0, blobs: 0 });
  });
}
