import { bound, KIB, MINUTE } from './bound.js';
import { MOST_ASKED, MOST_SOCKETS, MOST_TOPICS } from './live-bounds.js';

const REST = 'the newest; the rest stays where it is';

export const listBounds = {
  removed: bound('`GET /api/trash`', [1000, 'of each kind'], REST),
  deadLetters: bound('dead letters in `GET /api/operations`', [500, 'shown'], 'and how many wait'),
  actions: bound('actions in `GET /api/operations`', [50, 'shown'], REST),
  people: bound('people whom the log is searched for', [50, 'at once'], '400'),
  found: bound('`GET /api/search`', [100, 'a page'], '`page`'),
} as const;

export const liveBounds = {
  sockets: bound('sockets', [MOST_SOCKETS, 'a user on a service'], 'refused'),
  opened: bound(
    'sockets that are opened',
    [300, 'a user or signed-out address on a service', MINUTE],
    '429, and the browser tries later',
  ),
  topics: bound('topics that are watched', [MOST_TOPICS, 'a socket'], '`{error}`'),
  asked: bound('topics in one message', [MOST_ASKED, 'topics'], '`{error}`'),
  message: bound('a message over a socket', [16 * KIB, 'bytes'], 'the socket is cut'),
  messages: bound(
    'messages over sockets, and unknown folders in them',
    [600, 'a user on a service', MINUTE],
    'the socket is cut',
  ),
  replayed: bound(
    'changes of a topic that are told after the fact',
    [1000, 'a topic'],
    '`resync`: the page is read again',
  ),
  replays: bound('the same of all topics', [5000, 'a user on a service', MINUTE], '`resync`'),
} as const;
