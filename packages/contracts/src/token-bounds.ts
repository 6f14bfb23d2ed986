import { bound, HOUR_MS } from './bound.js';

export const tokenBounds = {
  tokens: bound('access tokens', [20, 'a user'], '409'),
  name: bound('the name of an access token', [50, 'characters'], '400'),
  life: bound('time of an access token', [366 * 24 * HOUR_MS, 'ms'], '400'),
  requests: bound(
    'requests of a program',
    [300, 'a token in a process', 1],
    '429 with `Retry-After`',
  ),
} as const;
