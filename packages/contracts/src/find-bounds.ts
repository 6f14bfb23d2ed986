import { bound, KIB, SECOND_MS } from './bound.js';

const UNREAD = 'its name is found, its text is not; the file says why';

export const textBounds = {
  fileSize: bound('a document whose text is read', [64 * KIB * KIB, 'bytes'], UNREAD),
  time: bound('time for the text of one document', [30 * SECOND_MS, 'ms'], UNREAD),
  memory: bound('memory for the text of one document', [640 * KIB * KIB, 'bytes'], UNREAD),
  unpacked: bound('what an office document holds, unpacked', [128 * KIB * KIB, 'bytes'], UNREAD),
  parts: bound('parts of an office document', [10_000, 'parts'], UNREAD),
  pages: bound('pages of a PDF that are read', [2000, 'pages'], 'not found by the rest'),
  text: bound(
    'text by which a document is found',
    [500_000, 'characters'],
    'not found by the rest',
  ),
  words: bound('words by which a document is found', [30_000, 'words'], 'not found by the rest'),
} as const;

export const findBounds = {
  hits: bound('`GET /api/find`', [100, 'a page, 20 unless asked for'], '400; `next`'),
  words: bound('words that are looked for', [16, 'words'], 'the rest is ignored'),
  counted: bound(
    'things of a kind that a search counts',
    [10_000, 'a search'],
    'the count stays there; screens show 10,000+',
  ),
  weighed: bound(
    'things that are put in order, found by name',
    [1000, 'a search'],
    'the rest is counted',
  ),
  byText: bound(
    'documents that are put in order, found by text',
    [300, 'a search'],
    'the rest is counted',
  ),
} as const;
