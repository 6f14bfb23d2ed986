import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it, jest } from '@jest/globals';
import { breathing, resting } from './breathing.js';

afterEach(() => void jest.restoreAllMocks());

it('lets others go first once it has worked for a moment, and not before', async () => {
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  const breathe = breathing();
  now = 4;
  expect(breathe()).toBeUndefined();
  now = 6;
  const turns: string[] = [];
  const others = setImmediate().then(() => turns.push('others'));
  await breathe();
  turns.push('own');
  await others;
  expect(turns).toEqual(['others', 'own']);
  now = 8;
  expect(breathe()).toBeUndefined();
});

it('rests for as long as was worked, but no longer than a tenth of a second', async () => {
  let worked = 0;
  const { now } = performance;
  jest.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + worked);
  const rest = resting();
  for (const [ms, least] of [
    [30, 25],
    [10_000, 95],
  ] as const) {
    await sleep(0);
    worked += ms;
    const began = now.call(performance);
    await rest();
    const rested = now.call(performance) - began;
    expect(rested).toBeGreaterThanOrEqual(least);
    expect(rested).toBeLessThan(5000);
  }
});
