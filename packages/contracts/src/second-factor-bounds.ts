import { bound, MINUTE, MINUTE_MS } from './bound.js';

export const secondFactorBounds = {
  wrong: bound(
    'wrong codes and passkeys of a second factor',
    [5, 'an account', 5 * MINUTE],
    '429 with `Retry-After`',
  ),
  typed: bound('a code as it is typed', [64, 'characters'], '400, `Too Long!`'),
  passkeys: bound('passkeys', [10, 'a user'], '409; remove one first'),
  answer: bound('each part of what a passkey answers', [16_384, 'characters'], '400, `Too Long!`'),
  challenges: bound('challenges for passkeys that are open', [10, 'a user'], 'the oldest ends'),
  challengeLife: bound('time of a challenge for a passkey', [5 * MINUTE_MS, 'ms'], 'ask again'),
  recovery: bound('recovery codes', [10, 'a user'], 'new ones end those before'),
} as const;
