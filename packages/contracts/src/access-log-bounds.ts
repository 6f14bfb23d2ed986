import { bound, KIB, MINUTE, MINUTE_MS, SECOND_MS } from './bound.js';

const COUNTED = 'they are counted, and the access log says how many';

export const accessLogBounds = {
  days: bound('time that the access log is kept', [90, 'days'], 'removed', 'FEUSA_ACCESS_LOG_DAYS'),
  waiting: bound('entries that wait for the access log', [10_000, 'a service'], COUNTED),
  batch: bound('entries written to the access log', [500, 'at once'], 'a longer wait'),
  ofPerson: bound('entries of the access log', [1200, 'a user in a service', MINUTE], COUNTED),
  ofStrangers: bound(
    'entries of the access log about nobody who is known',
    [1200, 'in all in a service', MINUTE],
    COUNTED,
  ),
  gathered: bound(
    'downloads in parts and looks at the past that are summed up',
    [2000, 'a service'],
    'each request is an entry',
  ),
  quiet: bound(
    'time after which such a sum is written',
    [2 * SECOND_MS, 'ms'],
    'the next one begins',
  ),
  longest: bound('the same, while requests come', [5 * MINUTE_MS, 'ms'], 'the next one begins'),
  files: bound(
    'files that an entry of the access log names',
    [1000, 'ids'],
    'the others are counted',
  ),
  detail: bound('what an entry of the access log says', [KIB, 'characters'], 'cut'),
} as const;
