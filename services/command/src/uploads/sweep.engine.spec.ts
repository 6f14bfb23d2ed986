import { Readable } from 'node:stream';
import { freshBucket } from '@feusa/files/test-bucket';
import { describeWithEngine } from '@feusa/testing/engines';
import { afterEach, expect, it } from '@jest/globals';
import { sweep } from './sweep.js';
import { s3Stores, type OpenStores, type TestStores } from './test-stores.js';
import { reservationsInMemory } from './test-reservations.js';
import { blobOf, HOUR, record, sweepAt, sweepScenarios } from './test-sweep.js';

/** With this, whatever is there when the sweep begins is old enough, and what comes after is not. */
const AT_ONCE_MS = -5 * 60_000;

describeWithEngine('s3', 'sweeps on S3', () => {
  let bucket = freshBucket();
  const open: OpenStores = (home) => {
    bucket = freshBucket();
    return s3Stores(bucket.options)(home);
  };
  const another = (): Promise<TestStores> => s3Stores(bucket.options)('');
  afterEach(() => bucket.drop());

  sweepScenarios(open);

  it('two at once remove the same, and keep the same', async () => {
    const [one, two] = [await open(''), await another()];
    const names = Array.from({ length: 30 }, (_, n) => `file ${n}`);
    const blobs = await Promise.all(names.map((name) => blobOf(one, name)));
    await Promise.all(names.map((name) => one.staging.save(record(name.slice(5)))));
    const kept = blobs.slice(0, 10).sort();
    const inTwoDays = { now: Date.now() + 48 * HOUR, maxAgeMs: 24 * HOUR };
    await Promise.all([one, two].map((stores) => sweepAt(stores, inTwoDays, kept)));
    expect(await one.left()).toEqual([]);
    const left: string[] = [];
    for await (const { sha256 } of two.blobs.list()) left.push(sha256);
    expect(left).toEqual(kept);
    for (const stores of [one, two]) stores.close();
  });

  it('leaves an upload alone with which another service goes on meanwhile', async () => {
    const [one, two] = [await open(''), await another()];
    await one.staging.save(record('old'));
    const goOn = async () => {
      const found = await two.staging.find('old');
      await two.staging.receive(found!, Readable.from([Buffer.from('x')]), {
        ...{ at: 0, limit: 1, pace: { windowMs: 1000, bytes: 0 } },
        signal: new AbortController().signal,
      });
    };
    const staging = {
      ...one.staging,
      async *list() {
        for await (const staged of one.staging.list()) {
          await goOn();
          yield staged;
        }
      },
    };
    const inTwoDays = { now: Date.now() + 48 * HOUR, maxAgeMs: 24 * HOUR };
    expect(await sweepAt({ ...one, staging }, inTwoDays)).toEqual({ uploads: 0, blobs: 0 });
    expect(await two.staging.size({ id: 'old' })).toBe(1);
    for (const stores of [one, two]) stores.close();
  });

  it('keeps a blob that another service adopts meanwhile', async () => {
    const [one, two] = [await open(''), await another()];
    const blob = await blobOf(one, 'old');
    const isReferenced = async () => {
      await blobOf(two, 'old');
      return new Set<string>();
    };
    const ports = { ...one, reservations: reservationsInMemory(), isHeld: () => false };
    const now = Date.now();
    const swept = await sweep({ ...ports, isReferenced }, { now, maxAgeMs: AT_ONCE_MS });
    expect(swept).toEqual({ uploads: 0, blobs: 0 });
    expect(await one.blobs.size(blob)).toBe(3);
    const later = { now: Date.now() + 1, maxAgeMs: AT_ONCE_MS };
    expect(await sweepAt(one, later)).toEqual({ uploads: 0, blobs: 1 });
    for (const stores of [one, two]) stores.close();
  });
});
