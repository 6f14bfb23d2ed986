import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { diskStores } from './test-stores.js';
import { blobOf, HOUR, record, sweepAt, sweepScenarios } from './test-sweep.js';

sweepScenarios(diskStores);

it('keeps old bytes that somebody has just uploaded again', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'feusa-sweep-'));
  const stores = await diskStores(dir);
  const sweep = () => sweepAt(stores, { now: Date.now(), maxAgeMs: 24 * HOUR });
  const blob = await blobOf(stores, 'old');
  const old = new Date(Date.now() - 100 * HOUR);
  await utimes(path.join(dir, 'blobs', blob.slice(0, 2), blob), old, old);
  await stores.staging.save(record('fresh', blob));
  expect(await sweep()).toEqual({ uploads: 0, blobs: 0 });
  await stores.staging.forget('fresh');
  expect(await sweep()).toEqual({ uploads: 0, blobs: 1 });
  await rm(dir, { recursive: true });
});
