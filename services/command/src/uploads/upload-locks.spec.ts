import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { UploadLocks } from './upload-locks.js';

/** What a writer's silence is measured by. */
let now: number;
beforeEach(() => {
  now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => void jest.restoreAllMocks());

it('one writer at a time, each upload by itself', async () => {
  const locks = new UploadLocks(1000, 10);
  const lease = await locks.take('a');
  await expect(locks.take('a')).rejects.toMatchObject({ code: 'upload/locked', statusCode: 423 });
  (await locks.take('b')).free();
  lease.free();
  (await locks.take('a')).free();
  expect(locks.isHeld('a')).toBe(false);
});

it('a silent writer is told to go, and gone before the next one comes', async () => {
  const locks = new UploadLocks(30, 10);
  const silent = await locks.take('a');
  let gone = false;
  silent.signal.addEventListener(
    'abort',
    () => void pause(20).then(() => ((gone = true), silent.free())),
  );
  now += 40;
  const next = await locks.take('a');
  expect(gone).toBe(true);
  next.free();
});

it('a writer that still brings bytes is left alone, unless it must go', async () => {
  const locks = new UploadLocks(40, 10);
  const busy = await locks.take('a');
  busy.signal.addEventListener('abort', () => busy.free());
  for (let beat = 0; beat < 4; beat++) {
    now += 30;
    busy.touch();
  }
  await expect(locks.take('a')).rejects.toMatchObject({ code: 'upload/locked' });
  const insisting = await locks.take('a', true);
  expect(busy.signal.aborted).toBe(true);
  insisting.free();
});

it('of two that wait for a dead writer one goes on', async () => {
  const locks = new UploadLocks(0, 10);
  const dead = await locks.take('a');
  dead.signal.addEventListener('abort', () => void pause(10).then(() => dead.free()));
  now += 5;
  const outcomes = await Promise.allSettled([locks.take('a'), locks.take('a')]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

it('a writer that is just ending is waited for', async () => {
  const locks = new UploadLocks(1000, 200);
  const ending = await locks.take('a');
  setTimeout(() => ending.free(), 20);
  (await locks.take('a')).free();
  expect(ending.signal.aborted).toBe(false);
});
