import { setImmediate } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { Together } from './together.js';

/** Goes that end when they are told to. */
function held() {
  const goes: { items: readonly number[]; end: () => void; fail: (fault: Error) => void }[] = [];
  const together = new Together<number>(
    (items) => new Promise((end, fail) => void goes.push({ items, end, fail })),
  );
  return { goes, together };
}

it('does at once what is asked for at once, and what comes meanwhile in the next go', async () => {
  const { goes, together } = held();
  const first = [together.do(1), together.do(2)];
  await setImmediate();
  await setImmediate();
  const later = [together.do(3), together.do(4)];
  await setImmediate();
  expect(goes.map(({ items }) => items)).toEqual([[1, 2]]);
  goes[0]!.end();
  await Promise.all(first);
  await setImmediate();
  expect(goes.map(({ items }) => items)).toEqual([
    [1, 2],
    [3, 4],
  ]);
  goes[1]!.end();
  await Promise.all(later);
});

it('fails all who were part of a go that failed, and nobody else', async () => {
  const { goes, together } = held();
  const first = [together.do(1), together.do(2)].map((asked) => asked.catch(String));
  await setImmediate();
  await setImmediate();
  const later = together.do(3);
  goes[0]!.fail(new Error('away'));
  expect(await Promise.all(first)).toEqual(['Error: away', 'Error: away']);
  await setImmediate();
  goes[1]!.end();
  await later;
});
