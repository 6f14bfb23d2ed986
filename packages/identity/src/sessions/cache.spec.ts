import { expect, it } from '@jest/globals';
import { SessionCache } from './cache.js';
import type { Session } from './port.js';

const sessionOf = (userId: string): Session => ({
  id: `hash-of-${userId}`,
  user: { id: userId, email: `${userId}@feusa.local`, role: 'basic' },
});

it('trusts a session for 30 s, and no longer than it lives', () => {
  let now = 0;
  const cache = new SessionCache(10, () => now);
  cache.put('ann', sessionOf('ann'), 60_000);
  cache.put('sam', sessionOf('sam'), 5000);
  now = 4999;
  expect(cache.get('sam')?.user.id).toBe('sam');
  now = 5000;
  expect(cache.get('sam')).toBeUndefined();
  expect(cache.get('ann')?.user.id).toBe('ann');
  now = 30_000;
  expect(cache.get('ann')).toBeUndefined();
});

it('forgets what was put first when it is full', () => {
  const cache = new SessionCache(2);
  for (const user of ['ann', 'sam', 'ann', 'eve']) cache.put(user, sessionOf(user), 1000);
  expect(['ann', 'sam', 'eve'].map((token) => cache.get(token)?.user.id)).toEqual([
    'ann',
    undefined,
    'eve',
  ]);
});

it.each([
  [{ kind: 'user-ended', userId: 'ann' }, ['three']],
  [{ kind: 'user-changed', userId: 'sam' }, ['one', 'two']],
  [{ kind: 'ended', sessionId: 'hash-of-sam' }, ['one', 'two']],
] as const)('forgets what %j concerns', (change, kept) => {
  const cache = new SessionCache();
  cache.put('one', sessionOf('ann'), 1000);
  cache.put('two', sessionOf('ann'), 1000);
  cache.put('three', sessionOf('sam'), 1000);
  cache.forget(change);
  expect(['one', 'two', 'three'].filter((token) => cache.get(token))).toEqual(kept);
});
