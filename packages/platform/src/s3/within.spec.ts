import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { within } from './within.js';

const never = () => new Promise<never>(() => undefined);

it('gives up after its time, and says so to the work', async () => {
  let isAborted = false;
  const work = (signal: AbortSignal) => {
    signal.addEventListener('abort', () => (isAborted = true));
    return never();
  };
  await expect(within(20, work)).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(isAborted).toBe(true);
});

it('takes an answer that has come while this process was busy', async () => {
  await new Promise(setImmediate);
  const answer = within(20, async () => (await stat('.')).isDirectory());
  const begun = performance.now();
  while (performance.now() - begun < 100);
  expect(await answer).toBe(true);
});

it('goes on for as long as there is more time', async () => {
  let more = 3;
  const done = within(
    10,
    () => sleep(35, 'done'),
    () => (more-- > 0 ? 10 : 0),
  );
  expect(await done).toBe('done');
  await expect(within(10, never, () => 0)).rejects.toMatchObject({ name: 'TimeoutError' });
});
