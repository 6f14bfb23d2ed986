import { setImmediate } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { NewestFirst } from './newest-first.js';

const still = new AbortController().signal;

/** Work that ends when it is told to. */
function held(limit = 1, most = 100) {
  const queue = new NewestFirst<string>(limit, most);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (key: string, gone: AbortSignal = still) =>
    queue.ask(
      key,
      () =>
        new Promise((end) => {
          begun.push(key);
          ends.set(key, () => end(`made ${key}`));
        }),
      gone,
    );
  const end = async (key: string) => {
    ends.get(key)!();
    await setImmediate();
  };
  return { ask, begun, end, queue };
}

it('does first what was asked for last', async () => {
  const { ask, begun, end } = held();
  const all = ['a', 'b', 'c', 'd'].map((key) => ask(key));
  for (const key of ['a', 'd', 'c', 'b']) await end(key);
  expect(begun).toEqual(['a', 'd', 'c', 'b']);
  expect(await Promise.all(all)).toEqual(['made a', 'made b', 'made c', 'made d']);
});

it('puts first what is asked for again, and does it once for all', async () => {
  const { ask, begun, end } = held();
  const all = ['a', 'b', 'c', 'b', 'a'].map((key) => ask(key));
  for (const key of ['a', 'b', 'c']) await end(key);
  expect(begun).toEqual(['a', 'b', 'c']);
  expect((await Promise.all(all)).slice(3)).toEqual(['made b', 'made a']);
});

it('does not begin what everybody has given up, and does what one still waits for', async () => {
  const { ask, begun, end } = held();
  const [one, two] = [new AbortController(), new AbortController()];
  const first = ask('a');
  const left = [ask('b', one.signal), ask('b', two.signal), ask('c', one.signal)];
  const stayed = ask('c');
  one.abort();
  two.abort();
  expect(await Promise.all(left)).toEqual([undefined, undefined, undefined]);
  await end('a');
  await end('c');
  expect([await first, await stayed]).toEqual(['made a', 'made c']);
  expect(begun).toEqual(['a', 'c']);
  expect(await ask('d', one.signal)).toBeUndefined();
});

it('does so many at once', async () => {
  const { ask, begun, end } = held(2);
  void ['a', 'b', 'c', 'd'].map((key) => ask(key));
  expect(begun).toEqual(['a', 'b']);
  await end('b');
  expect(begun).toEqual(['a', 'b', 'd']);
});

it('refuses what has waited the longest where too many wait', async () => {
  const { ask, begun, end } = held(1, 2);
  const [first, oldest, ...others] = ['a', 'b', 'c', 'd'].map((key) => ask(key));
  await expect(oldest).rejects.toMatchObject({ code: 'busy' });
  for (const key of ['a', 'd', 'c']) await end(key);
  expect(await Promise.all([first, ...others])).toEqual(['made a', 'made c', 'made d']);
  expect(begun).toEqual(['a', 'd', 'c']);
});

it('tells all who wait what went wrong, and goes on', async () => {
  const { ask, begun, end, queue } = held();
  const bad = () => Promise.reject(new Error('broken'));
  const all = [queue.ask('bad', bad, still), queue.ask('bad', bad, still), ask('next')];
  await expect(all[0]).rejects.toThrow('broken');
  await expect(all[1]).rejects.toThrow('broken');
  await end('next');
  expect(await all[2]).toBe('made next');
  expect(begun).toEqual(['next']);
});
