import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, it, jest } from '@jest/globals';
import { breathing } from './breathing.js';

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
