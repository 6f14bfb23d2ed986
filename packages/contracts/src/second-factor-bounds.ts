import { bound, MINUTE } from './bound.js';

export const secondFactorBounds = {
  wrong: bound(
    'wrong codes of a second factor',
    [5, 'an account', 5 * MINUTE],
    '429 with `Retry-After`',
  ),
  typed: bound('a code as it is typed', [64, 'characters'], '400, `Too Long!`'),
  recovery: bound('recovery codes', [10, 'a user'], 'new ones end those before'),
} as const;
