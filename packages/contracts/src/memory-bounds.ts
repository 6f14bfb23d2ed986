import { bound, KIB } from './bound.js';

const ANEW = 'the ones that were used longest ago are looked up anew';
const ALL_ANEW = 'all are looked up anew';
const CUT = 'cut';

/** What a service keeps of what people and strangers have it do, so that nobody can make it grow. */
export const memoryBounds = {
  counters: bound(
    'addresses and accounts that are counted while Redis is away, and in one process',
    [10_000, 'a process'],
    'the ones that were used longest ago are forgotten',
  ),
  metKeys: bound(
    'idempotency keys that are known to have come before',
    [20_000, 'a process'],
    'all are forgotten: a key that comes again is asked for in the log once it is refused',
  ),
  waitingEvents: bound(
    'events that wait in a subscription for those before them',
    [5000, 'a subscription'],
    'the others are read from the log again',
  ),
  sessionChanges: bound(
    'ended sessions that wait for Redis to be told',
    [10_000, 'a service'],
    'the oldest end in other services with what they remember of it, within 30 s',
  ),
  shares: bound('users whose reads are counted', [1000, 'a service'], 'counted anew'),
  keys: bound('keys of personal fields', [20_000, 'a service'], ALL_ANEW),
  rows: bound('rows of the read model', [5000, 'a service'], ANEW),
  earlierRows: bound('rows of the past', [5000, 'a service'], ANEW),
  writeModel: bound(
    'streams, folders and names of the write model',
    [20_000, 'a service'],
    ALL_ANEW,
  ),
  actors: bound('addresses of accounts that did something', [20_000, 'a service'], ANEW),
  faces: bound('what people with an address are called', [20_000, 'a service'], ANEW),
  marks: bound(
    'bits that tell whom kept pages and the list of accounts name, for each of both',
    [4 * KIB * KIB, 'a service'],
    'more is made anew than has changed',
  ),
  accountList: bound('the list of all accounts', [8 * KIB * KIB, 'bytes a service'], 'made anew'),
  knownRows: bound(
    'single rows of the read model that were asked for',
    [8 * KIB * KIB, 'bytes a service'],
    ANEW,
  ),
  pages: bound('rendered pages of folders', [24 * KIB * KIB, 'bytes a service'], ANEW),
  directoryPages: bound(
    'rendered pages of the directory',
    [8 * KIB * KIB, 'bytes a service'],
    ANEW,
  ),
  spentReplays: bound('users whose replays are counted', [10_000, 'a service'], 'counted anew'),
  shownFolders: bound('folders that were found to be there', [20_000, 'a service'], ANEW),
  lateTopics: bound('topics whose last change is known', [5000, 'a service'], ANEW),
  changes: bound(
    'changes that are told again out of memory',
    [10_000, 'a service'],
    'read from the log',
  ),
  searches: bound('answers of searches for people', [500, 'a process'], ALL_ANEW),
  badPictures: bound('files without a picture or preview', [1000, 'a service'], ANEW),
  hashes: bound('uploads whose hash is being computed', [2000, 'a service'], 'computed anew'),
  blobs: bound('places of files in S3', [10_000, 'a service'], ANEW),
  uploads: bound('states of uploads', [1000, 'a service'], ANEW),
  word: bound('a word by which something is found', [64, 'characters'], CUT),
  wordBytes: bound('all words of one document', [700_000, 'bytes'], 'not found by the rest'),
  auditWord: bound('a word by which an event is found', [60, 'characters'], CUT),
  scannerAnswer: bound('an answer of the virus scanner', [4 * KIB, 'bytes'], 'it counts as away'),
  providerFault: bound('what the log says of a fault of single sign-on', [200, 'characters'], CUT),
  letterFault: bound('what a dead letter says of its fault', [200, 'characters'], CUT),
  readerHeap: bound(
    'memory for scripts of the process that reads documents',
    [384, 'MiB'],
    'that file is given up',
  ),
} as const;
