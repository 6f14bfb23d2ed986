import { bound, BUSY, KIB, MINUTE_MS, SECOND_MS } from './bound.js';

export const ssoBounds = {
  life: bound(
    'time of a sign-in at the provider of single sign-on',
    [10 * MINUTE_MS, 'ms'],
    'it is begun again',
  ),
  patience: bound('wait for the provider of single sign-on', [5 * SECOND_MS, 'ms'], 'it is away'),
  answer: bound(
    'an answer of the provider of single sign-on',
    [256 * KIB, 'bytes'],
    'it is not read',
  ),
  aim: bound(
    'the address to go on at after single sign-on',
    [1024, 'characters'],
    'the first page',
  ),
  underWay: bound('sign-ins that wait for the provider at once', [50, 'a service'], BUSY),
  clocks: bound(
    'difference of the clocks here and at the provider',
    [60 * SECOND_MS, 'ms'],
    'nobody signs in by it',
  ),
} as const;
