import { expect, it } from '@jest/globals';
import { setImmediate as turn } from 'node:timers/promises';
import { whenIdle } from './idle.js';

async function workWhile(isGoingOn: () => boolean): Promise<void> {
  while (isGoingOn()) {
    const until = performance.now() + 5;
    while (performance.now() < until);
    await turn();
  }
}

it('waits until a process has nothing to do', async () => {
  let isIdle = false;
  const idle = whenIdle({ lookMs: 20, patienceMs: 60_000 }).then(() => (isIdle = true));
  const end = performance.now() + 200;
  await workWhile(() => performance.now() < end);
  expect(isIdle).toBe(false);
  await idle;
});

it('has an end of its patience', async () => {
  let isGoingOn = true;
  const working = workWhile(() => isGoingOn);
  await whenIdle({ lookMs: 20, patienceMs: 100 });
  isGoingOn = false;
  await working;
});
