import {
  bound,
  DAY,
  GIB,
  HOUR,
  HOUR_MS,
  KIB,
  MINUTE,
  MINUTE_MS,
  SECOND_MS,
  type Bound,
} from './bound.js';
import { listBounds, liveBounds } from './reading-bounds.js';

export type { Bound };
export { listBounds, liveBounds };

const WAIT = '429 with `Retry-After`';
const KEPT = 'what arrived is kept';
const FULL = `507, at the beginning and while bytes come in; ${KEPT}`;
const SAME_ANSWER = 'the same answer, no mail';

export const uploadBounds = {
  fileSize: bound('size of a file', [1024, 'MiB'], '413', 'FEUSA_MAX_UPLOAD_MB'),
  unfinished: bound(
    'unfinished uploads',
    [100, 'a user'],
    '429; one that is finished or ended makes room',
  ),
  quota: bound(
    'announced bytes of uploads that nothing uses yet',
    [10_240, 'MiB a user'],
    '507',
    'FEUSA_UPLOAD_QUOTA_MB',
  ),
  reserve: bound('least space that uploads leave free on the disk', [GIB, 'bytes'], FULL),
  reservePart: bound('the same, on a large disk', [5, '% of the disk'], FULL),
  age: bound('time that an upload may lie unfinished or unused', [24 * HOUR_MS, 'ms'], 'removed'),
  pace: bound('slowest upload', [4 * KIB, 'bytes in 10 s'], `408; ${KEPT}`),
} as const;

export const signInBounds = {
  attempts: bound('attempts to sign in', [100, 'an address', MINUTE], WAIT),
  failures: bound('failed sign-ins', [10, 'an account', 5 * MINUTE], WAIT),
  guesses: bound(
    'failed sign-ins and wrong team passwords of all together',
    [600, 'in all', MINUTE],
    'attempts from addresses that are new to an account wait for their turn',
  ),
  teamGuesses: bound(
    'wrong team passwords of somebody who registers others',
    [10, 'an administrator', 5 * MINUTE],
    WAIT,
  ),
  turns: bound('attempts that wait for their turn', [10, 'a process', 1], 'a longer wait'),
  waiting: bound('the same, at once', [100, 'a process'], '503 with `Retry-After`'),
  resetPause: bound('reset mails', [1, 'an account', 3 * MINUTE], SAME_ANSWER),
  resetsHere: bound('reset mails from one address', [5, 'an account', HOUR], SAME_ANSWER),
  resets: bound('reset requests', [100, 'an address', HOUR], SAME_ANSWER),
} as const;

export const errorBounds = {
  size: bound('an error report, details and errors', [4 * KIB, 'bytes'], '400, `Too Long!`'),
  minute: bound('error reports', [30, 'a user', MINUTE], WAIT),
  day: bound('error reports', [300, 'a user', DAY], WAIT),
  page: bound('`GET /api/errors`', [1000, 'a page, 100 unless asked for'], '400; `next`'),
  pageSize: bound('`GET /api/errors`', [256 * KIB, 'bytes a page'], 'a shorter page; `next`'),
} as const;

export const httpBounds = {
  bodySize: bound('a body that is no upload', [128 * KIB, 'bytes'], '413'),
  bodyTime: bound(
    'time of a body that is no upload',
    [MINUTE_MS, 'ms'],
    '408, then the connection ends',
  ),
  idle: bound(
    'time that an idle connection is kept',
    [75 * SECOND_MS, 'ms'],
    'the connection ends',
  ),
  headTime: bound(
    'time of the head of a request, and until a new connection sends its first',
    [75 * SECOND_MS, 'ms'],
    '408, then the connection ends',
  ),
  answerTime: bound('time that the gateway waits for a whole answer', [MINUTE_MS, 'ms'], '504'),
  streamTime: bound(
    'time that the gateway waits until a stream begins',
    [10 * MINUTE_MS, 'ms'],
    '504',
  ),
} as const;

const BUSY = '503 with `Retry-After`';

export const commandBounds = {
  queue: bound('commands that wait to be decided', [5000, 'a service'], BUSY),
  depth: bound('folders inside each other', [50, 'deep'], '422'),
  undone: bound('changes that one undo takes back', [25_000, 'at once'], '422'),
  name: bound('a name', [50, 'characters'], '400, `Too Long!`'),
} as const;

export const imageBounds = {
  size: bound('a photo', [32 * KIB * KIB, 'bytes'], '422'),
  pixels: bound('a photo', [50_000_000, 'pixels'], '422'),
} as const;

export const mailBounds = {
  waiting: bound('letters that wait for the mail server', [1000, 'a service'], 'a line in the log'),
  kept: bound('letters kept where there is no mail server', [500, 'files'], 'the oldest go'),
} as const;

const groups = [
  ...[uploadBounds, imageBounds, commandBounds, errorBounds],
  ...[signInBounds, httpBounds, listBounds, liveBounds, mailBounds],
];

export const bounds: readonly Bound[] = groups.flatMap((group) => Object.values<Bound>(group));
