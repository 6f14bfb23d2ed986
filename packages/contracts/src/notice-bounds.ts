import { bound, DAY, HOUR, MINUTE_MS } from './bound.js';

const DAY_MS = DAY * 1000;

export const noticeBounds = {
  letters: bound(
    'letters about what happened to an account',
    [5, 'an account and kind', HOUR],
    'a notice, no letter',
  ),
  kept: bound('notices to an account', [5, 'an account and kind'], 'the oldest go'),
  life: bound('time of a notice', [90 * DAY_MS, 'ms'], 'removed'),
  locked: bound(
    'time in which a lock-out is told of once',
    [5 * MINUTE_MS, 'ms'],
    'no other notice',
  ),
  devices: bound(
    'browsers that are known',
    [20, 'an account'],
    'that seen longest ago is new again',
  ),
  deviceLife: bound('time that one is known without a sign-in', [180 * DAY_MS, 'ms'], 'new again'),
} as const;
