import { bound, BUSY, GIB, KIB, MINUTE, SECOND_MS } from './bound.js';
import { MOST_SOCKETS, MOST_TOPICS } from './live-bounds.js';

const REST = 'the newest; the rest stays where it is';

export const listBounds = {
  removed: bound('`GET /api/trash`', [1000, 'a page'], '400; `next`'),
  longRemoved: bound(
    'what has lain in the trash for longer than `FEUSA_TRASH_DAYS`',
    [200, 'looked for at once'],
    'the rest follows',
  ),
  deadLetters: bound('dead letters in `GET /api/operations`', [500, 'shown'], 'and how many wait'),
  actions: bound('actions in `GET /api/operations`', [50, 'shown'], REST),
  people: bound('people whom the log is searched for', [50, 'at once'], '400'),
  found: bound('`GET /api/search`', [100, 'a page'], '`page`'),
  searched: bound('text that is searched for', [500, 'characters'], '400'),
  asked: bound(
    'a text that the log or changes to undo are searched for',
    [200, 'characters'],
    '400',
  ),
  page: bound('`limit` of a list, the history of the log among them', [1000, 'a page'], '400'),
  cursor: bound('`cursor` of a list', [1000, 'characters'], '400'),
  directory: bound(
    'people whom a service that answers keeps in memory',
    [20_000, 'people'],
    'the directory is read from the tables',
  ),
  changedPeople: bound(
    'changes that `since` of `GET /api/employees` reaches back',
    [5000, 'changes, or to the start of the service'],
    'everybody',
  ),
  exported: bound('`ids` of `GET /api/employees/export`', [300, 'ids'], '400'),
  chosen: bound('`ids` of `GET /api/trash/outlook`', [400, 'ids'], '400'),
  exportedHits: bound('people whom `q` of it finds', [10_000, 'people'], 'the best of them'),
  siblings: bound(
    'other events of the same request that an event shows',
    [50, 'shown'],
    'and that there are more',
  ),
  words: bound('words by which an event is found', [500, 'an event'], 'not found by the rest'),
  naming: bound('things that name a person who is to be erased', [1000, 'shown'], REST),
  letterActions: bound('actions on one dead letter', [1000, 'shown'], REST),
} as const;

export const personalBounds = {
  stars: bound('favourites', [200, 'a user'], '409'),
  follows: bound('folders that are followed', [50, 'a user'], '409'),
  opened: bound('things that were opened last', [300, 'a user'], 'the oldest are forgotten'),
  waiting: bound('`GET /api/me/waiting`', [200, 'shown'], 'those that are due first'),
  shown: bound('things opened last in `GET /api/me/home`', [12, 'shown'], 'the newest'),
  news: bound('news in `GET /api/me/home`', [50, 'shown'], 'the newest'),
  weighed: bound('changes among which news are looked for', [2000, 'changes'], 'the newest'),
} as const;

export const fileBounds = {
  pictures: bound('thumbnails that are made', [2, 'at once in a service'], 'a longer wait'),
  picturesWaiting: bound(
    'thumbnails that wait to be made',
    [500, 'a service'],
    'the oldest: 503 with `Retry-After`',
  ),
  pictureSize: bound('a picture that thumbnails are made of', [64 * KIB * KIB, 'bytes'], '422'),
  pictureTime: bound(
    'time in which a thumbnail is made or a photo checked',
    [30 * SECOND_MS, 'ms'],
    '422',
  ),
  pictureMemory: bound(
    'memory with which a thumbnail is made or a photo checked',
    [768 * KIB * KIB, 'bytes'],
    '422',
  ),
  ranges: bound(
    'byte ranges in one request',
    [50, 'ranges'],
    'the rest is ignored; one is answered',
  ),
} as const;

export const archiveBounds = {
  entries: bound('folders, files and links in an archive', [50_000, 'entries'], '413'),
  size: bound('files in an archive', [64 * GIB, 'bytes'], '413'),
  chosen: bound('things that are chosen for an archive', [3000, 'ids'], '400'),
} as const;

export const downloadBounds = {
  atOnce: bound(
    'archives and exports that are being sent',
    [3, 'at once to a user by a service'],
    '429',
  ),
} as const;

export const previewBounds = {
  file: bound('a document that a preview is made of', [32 * KIB * KIB, 'bytes'], '422'),
  made: bound('previews that are made', [2, 'at once in a service'], 'a longer wait'),
  waiting: bound('previews that wait to be made', [50, 'a service'], BUSY),
  time: bound('time in which a preview is made', [20 * SECOND_MS, 'ms'], '422'),
  memory: bound('memory with which a preview is made', [768 * KIB * KIB, 'bytes'], '422'),
  kept: bound(
    'previews that are kept',
    [1024 * KIB * KIB, 'bytes a service'],
    'those not asked for the longest go',
  ),
  page: bound('a preview', [16 * KIB * KIB, 'characters'], '422'),
  text: bound('text in a preview', [1_000_000, 'characters'], 'the beginning is shown'),
  sheets: bound('sheets in a preview', [20, 'sheets'], 'the first ones are shown'),
  rows: bound('rows of a table in a preview', [2000, 'rows'], 'the first ones are shown'),
  columns: bound('columns of a table in a preview', [100, 'columns'], 'the first ones are shown'),
} as const;

export const auditBounds = {
  witnessed: bound('a request to a witness', [64 * KIB, 'bytes'], '413'),
  witnessAnswer: bound('an answer of a witness', [16 * KIB, 'bytes'], 'it counts as none'),
  witnessTime: bound('time of an answer of a witness', [5 * SECOND_MS, 'ms'], 'it counts as none'),
} as const;

export const liveBounds = {
  sockets: bound('sockets', [MOST_SOCKETS, 'a user on a service'], 'refused'),
  opened: bound(
    'sockets that are opened',
    [3000, 'a user or signed-out address on a service', MINUTE],
    '429, and the browser tries later',
  ),
  topics: bound('topics that are watched', [MOST_TOPICS, 'a socket'], '`{error}`'),
  asked: bound('topics in one message', [MOST_TOPICS, 'topics'], '`{error}`'),
  message: bound('a message over a socket', [16 * KIB, 'bytes'], 'the socket is cut'),
  messages: bound(
    'messages over sockets, and unknown folders in them',
    [600, 'a socket', MINUTE],
    'the socket is cut',
  ),
  allMessages: bound(
    'the same over all sockets of a user',
    [6000, 'a user on a service', MINUTE],
    'the socket is cut',
  ),
  replayed: bound(
    'changes of a topic that are told after the fact',
    [1000, 'a topic'],
    '`resync`: the page is read again',
  ),
  pushed: bound(
    'changes of people, errors or groups that are told one by one to many pages',
    [100, 'a topic', 1],
    '`resync`, once a second',
  ),
  deliveries: bound(
    'what is pushed of them, beyond so many changes',
    [10_000, 'a topic of a service', 1],
    'the same',
  ),
  replays: bound('the same of all topics', [5000, 'a user on a service', MINUTE], '`resync`'),
} as const;
