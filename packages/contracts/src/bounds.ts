import {
  bound,
  BUSY,
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
import { browserBounds } from './browser-bounds.js';
import { memoryBounds } from './memory-bounds.js';
import { accessBounds } from './access-bounds.js';
import { accessLogBounds } from './access-log-bounds.js';
import { cspReportBounds } from './csp-report-bounds.js';
import { findBounds, textBounds } from './find-bounds.js';
import { invitationBounds } from './invitation-bounds.js';
import { noticeBounds } from './notice-bounds.js';
import { ssoBounds } from './sso-bounds.js';
import { secondFactorBounds } from './second-factor-bounds.js';
import { webhookBounds } from './webhook-bounds.js';
import { tokenBounds } from './token-bounds.js';
import {
  archiveBounds,
  downloadBounds,
  auditBounds,
  fileBounds,
  listBounds,
  liveBounds,
  personalBounds,
  previewBounds,
} from './reading-bounds.js';

export type { Bound };
export { tokenBounds };
export {
  archiveBounds,
  downloadBounds,
  auditBounds,
  fileBounds,
  listBounds,
  liveBounds,
  personalBounds,
  previewBounds,
};

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
  drained: bound(
    'what is still read of an upload that was refused',
    [64 * KIB * KIB, 'bytes'],
    'the connection ends',
  ),
  drainTime: bound('the same', [3 * SECOND_MS, 'ms'], 'the connection ends'),
  age: bound('time that an upload may lie unfinished or unused', [24 * HOUR_MS, 'ms'], 'removed'),
  pace: bound('slowest upload', [4 * KIB, 'bytes in 10 s'], `408; ${KEPT}`),
} as const;

export const scannerBounds = {
  atOnce: bound(
    'uploads that are checked for viruses',
    [2, 'at once in a service'],
    'a longer wait',
  ),
  waiting: bound('uploads that wait to be checked', [100, 'a service'], BUSY),
  patience: bound(
    'time that a command waits for the check',
    [5 * SECOND_MS, 'ms'],
    '503 `upload/being-checked`; the app asks again',
  ),
  remembered: bound('contents that are known to be clean', [10_000, 'a service'], 'checked again'),
  trusted: bound('the same', [24 * HOUR_MS, 'ms'], 'checked again'),
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
  waiting: bound('the same, at once', [100, 'a process'], BUSY),
  hashes: bound('passwords that are checked or set', [2, 'at once in a process'], 'a longer wait'),
  hashesWaiting: bound('passwords that wait for it', [50, 'a process'], BUSY),
  password: bound('a password', [256, 'characters'], '400'),
  sessions: bound('sessions', [100, 'a user'], 'the one that was used longest ago ends'),
  sessionLength: bound('time of a session', [14 * 24 * HOUR_MS, 'ms'], 'sign in again'),
  stepUp: bound(
    'time that a password entered again holds',
    [10 * MINUTE_MS, 'ms'],
    '403 `step-up`',
  ),
  sessionRest: bound('time of a session without use', [3 * 24 * HOUR_MS, 'ms'], 'sign in again'),
  resetPause: bound('reset mails', [1, 'an account', 3 * MINUTE], SAME_ANSWER),
  resetsHere: bound('reset mails from one address', [5, 'an account', HOUR], SAME_ANSWER),
  resets: bound('reset requests', [100, 'an address', HOUR], SAME_ANSWER),
} as const;

export const errorBounds = {
  size: bound('an error report, details and errors', [4 * KIB, 'bytes'], '400, `Too Long!`'),
  details: bound('details of an error report', [2000, 'characters'], '400, `Too Long!`'),
  depth: bound('lists and objects inside each other in one', [32, 'deep'], '400'),
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
  stall: bound(
    'time in which the reader of an answer takes nothing',
    [2 * MINUTE_MS, 'ms'],
    'the connection ends',
  ),
  endTime: bound(
    'time that requests under way have once their service ends',
    [3 * SECOND_MS, 'ms'],
    'the connection ends',
  ),
  atWork: bound(
    'reads of one user that are worked on, but for what lies ready',
    [8, 'in a service'],
    'they wait for their turn',
  ),
  waiting: bound('reads of one user that wait for it', [512, 'in a service'], WAIT),
  passed: bound(
    'requests that the gateway has under way',
    [1024, 'a service'],
    'they wait for their turn',
  ),
  answerTime: bound('time that the gateway waits for a whole answer', [MINUTE_MS, 'ms'], '504'),
  streamTime: bound(
    'time that the gateway waits until a stream begins',
    [10 * MINUTE_MS, 'ms'],
    '504',
  ),
} as const;

export const commandBounds = {
  queue: bound('commands that wait to be decided', [5000, 'a service'], BUSY),
  depth: bound('folders inside each other', [50, 'deep'], '422'),
  undone: bound('changes that one undo takes back', [25_000, 'at once'], '422'),
  name: bound('a name of a folder, a link or a person', [50, 'characters'], '400, `Too Long!`'),
  fileName: bound(
    'a name of a file',
    [255, 'bytes'],
    'cut when it is uploaded; 400, `Too Long!`, when it is renamed',
  ),
  note: bound('a note on a version of a file', [200, 'characters'], '400, `Too Long!`'),
  detail: bound(
    'role, location, department and manager of a person',
    [100, 'characters'],
    '400, `Too Long!`',
  ),
  declined: bound('the reason for declining what somebody asks for', [200, 'characters'], '400'),
  requested: bound(
    'changes that somebody asks for about themselves',
    [1, 'a person'],
    'the newer one',
  ),
  ownChanges: bound('what people change and ask for about themselves', [30, 'a user', HOUR], WAIT),
  reason: bound('the reason for discarding a dead letter', [500, 'characters'], '400'),
  link: bound('the address of a link', [2048, 'characters'], '400'),
  email: bound('an e-mail address', [254, 'characters'], '400'),
} as const;

export const imageBounds = {
  size: bound('a photo', [32 * KIB * KIB, 'bytes'], '422'),
  pixels: bound('a photo', [50_000_000, 'pixels'], '422'),
} as const;

export const importBounds = {
  planned: bound('a CSV file of people for a plan', [4 * KIB * KIB, 'bytes'], '413'),
  rows: bound('rows of one', [10_000, 'rows'], '400'),
  plans: bound('rows of the plans that are kept', [20_000, 'a service'], 'the oldest plan goes'),
  planAge: bound('time that a plan is kept', [30 * MINUTE_MS, 'ms'], '404; make it again'),
  people: bound('a CSV file of people for the import', [200 * KIB * KIB, 'bytes'], 'refused'),
} as const;

export const mailBounds = {
  waiting: bound('letters that wait for the mail server', [1000, 'a service'], 'a line in the log'),
  time: bound(
    'time of a letter at the mail server',
    [2 * MINUTE_MS, 'ms'],
    'it is sent again, as after any fault',
  ),
  asking: bound(
    'letters about one request to acknowledge, and for each of its two reminders',
    [500, 'letters'],
    'a line in the log',
  ),
  kept: bound('letters kept where there is no mail server', [500, 'files'], 'the oldest go'),
} as const;

const groups = [
  ...[uploadBounds, scannerBounds, imageBounds, commandBounds, errorBounds],
  ...[signInBounds, httpBounds, listBounds, liveBounds, mailBounds],
  ...[fileBounds, previewBounds, archiveBounds, downloadBounds, auditBounds, importBounds],
  ...[textBounds, findBounds, accessBounds, personalBounds, tokenBounds],
  ...[
    accessLogBounds,
    secondFactorBounds,
    noticeBounds,
    ssoBounds,
    invitationBounds,
    webhookBounds,
    cspReportBounds,
    memoryBounds,
    browserBounds,
  ],
];

export const bounds: readonly Bound[] = groups.flatMap((group) => Object.values<Bound>(group));
