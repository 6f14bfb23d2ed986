import { bound, KIB } from './bound.js';

const IN_BROWSER = 'a browser and account';

/** What a browser keeps. */
export const browserBounds = {
  answers: bound(
    'answers that are kept for when there is no connection',
    [300, IN_BROWSER],
    'the oldest go',
  ),
  answer: bound('one of these', [8 * KIB * KIB, 'bytes'], 'not kept'),
  waiting: bound(
    'changes that wait for a connection',
    [100, IN_BROWSER],
    'refused there, with the reason',
  ),
  ended: bound('changes that waited, and are still shown', [50, IN_BROWSER], 'the oldest go'),
  done: bound(
    'changes that can be taken back by a key',
    [200, 'a tab'],
    'the oldest go; the log has them',
  ),
} as const;
