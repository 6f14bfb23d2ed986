import { readdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { waitUntil } from '@feusa/testing/wait';
import { openTestApp } from './test-app.js';
import { brokenConnections, openRequest } from './test-broken.js';
import { diskStores } from './test-stores.js';

const MIB = 1 << 20;
const WAITING = { timeout: 15_000 };
brokenConnections(diskStores);

it('F31 gives back files and memory after many uploads that broke near their end', async () => {
  const app = await openTestApp();
  const open_ = async () => (await readdir('/proc/self/fd').catch(() => [])).length;
  const round = async () => {
    const { request, gone } = openRequest(app, 'POST', '/api/uploads', {
      'upload-length': MIB,
      'content-length': MIB,
    });
    request.write(Buffer.alloc(MIB - 10_000));
    await pause(5);
    request.destroy();
    await gone;
  };
  for (let warm = 0; warm < 10; warm++) await round();
  const before = [await open_(), process.memoryUsage().rss];
  for (let rounds = 0; rounds < 60; rounds++) await round();
  await waitUntil(async () => (await app.left()).length === 0, WAITING);
  await waitUntil(async () => (await open_()) <= before[0]! + 2, WAITING);
  expect(process.memoryUsage().rss - before[1]!).toBeLessThan(60 * MIB);
  await app.close();
});
