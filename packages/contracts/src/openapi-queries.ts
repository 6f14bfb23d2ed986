import { path, query } from './openapi-parts.js';
import { sessionQueries, type QueryOfApi } from './openapi-session-queries.js';

const after = query('after', 'Wait until this position is in the answer (2 s at most, then 503)');
const at = query('at', 'The state just after this position or time; for auditors');

const version = query('version', 'Of the file, from 1; left out, the newest');

/** Which events of the log. */
const selection = [
  ...['type', 'stream', 'actor', 'correlation'].map((name) => query(name, '')),
  ...['from', 'to'].map((name) => query(name, 'ISO-8601, inclusive')),
  query(
    'person',
    'Ids with commas between them, or words of a name: what they did and what befell them',
  ),
  query('text', 'Words that begin one of the event or of the name of its thing'),
];

export const queries: readonly QueryOfApi[] = [
  ...sessionQueries,
  ['/api/groups', 'The groups with their members, by name; for auditors', [after, at]],
  ['/api/accounts', 'Everybody with an account, as the directory has them; for auditors', [after]],
  ['/api/tree', 'The whole folder tree', [after, at]],
  [
    '/api/folder-counts',
    'How many things lie in each folder of a folder',
    [query('in', 'Id of the folder; left out for the top'), after, at],
  ],
  ['/api/folders', 'The top-level folders', [after, at]],
  ['/api/folders/{id}', 'A folder with what lies in it', [path('id'), after, at]],
  [
    '/api/folders/{id}/access',
    'Who sees a folder, and by which restrictions; for those who manage it',
    [path('id'), after, at],
  ],
  [
    '/api/access/{userId}',
    'Which restricted folders somebody sees and why, and which are kept from them; for administrators',
    [path('userId'), after, at],
  ],
  [
    '/api/folders/{id}/archive',
    'A folder with all that lies in it, as a ZIP; links are `.url` files',
    [path('id'), after, at],
  ],
  [
    '/api/employees',
    'The directory, by first name',
    [
      ...[after, at, query('limit', '1 to 1000'), query('cursor', '`next` of the page before')],
      query('since', 'A position: only who has changed since, where that is not too long ago'),
    ],
  ],
  [
    '/api/employees/export',
    'People as CSV or vCard 4, in the order of the directory; everybody, or whom all of the conditions name',
    [
      query('format', 'csv or vcf'),
      query('ids', 'With commas between them, at most 300'),
      query('q', 'As in a search'),
      query('location', 'One or several'),
      query('department', 'One or several'),
      after,
      at,
    ],
  ],
  ['/api/employees/{id}', 'One employee', [path('id'), after, at]],
  ['/api/employees/{id}/reports', 'Those whose manager this is', [path('id'), after, at]],
  [
    '/api/own-profile',
    'The person whose e-mail address the account has, and what they ask for',
    [after],
  ],
  [
    '/api/profile-requests',
    'What people ask to have changed about themselves (administrators)',
    [after],
  ],
  [
    '/api/org-chart',
    'Who reports to whom: everybody with their manager, who is at the top, loops, and whose manager is not known',
    [after, at],
  ],
  [
    '/api/search',
    'Ids of the people who match, best first, 100 a page',
    [query('q', 'Plain text, at most 500 characters'), query('page', 'From 1'), after],
  ],
  [
    '/api/find',
    'Folders, files, links and people by names, files by their text too, best first',
    [
      query('q', 'Plain text, at most 500 characters'),
      query('kind', 'folder, file, link or person'),
      query('in', 'Id of a folder: only what lies in it, however deep'),
      query('from', 'Only what was changed or added from this ISO-8601 time on'),
      query('to', 'Only what was changed or added up to this ISO-8601 time'),
      query('limit', '1 to 100; 20 unless asked for'),
      query('cursor', '`next` of the page before'),
      after,
    ],
  ],
  ['/api/me/tokens', 'One’s own access tokens, the newest first', []],
  ['/api/me/home', 'What one opened last, starred and follows, and news in that', [after]],
  ['/api/me/waiting', 'Documents that one is asked to acknowledge, due first', [after]],
  ['/api/me/marks', 'The ids of what one has starred and follows', []],
  [
    '/api/errors',
    'Stored error records, the newest first, 100 a page unless asked for',
    [after, query('limit', '1 to 1000'), query('cursor', '`next` of the page before')],
  ],
  [
    '/api/undo',
    'What undoing a command, or all that belongs together, would do, and what stands in its way',
    [
      ...['position', 'commandId', 'correlationId'].map((name) => query(name, 'One of the three')),
      query('before', '`next` of the page before'),
      query('limit', '1 to 1000'),
      query('onConflict', 'refuse or keep-both: what would be done about names that are taken'),
    ],
  ],
  [
    '/api/erasures',
    'What erasing a person would come to: reports that go with them, what still names them',
    [query('id', 'Of the person'), query('kind', 'employee (the default) or user')],
  ],
  [
    '/api/trash',
    'What was removed, the newest first, 1,000 a page unless asked for; for administrators',
    [after, at, query('limit', '1 to 1000'), query('cursor', '`next` of the page before')],
  ],
  [
    '/api/trash/outlook',
    'How much goes with the trash, or with some of it and all that lies in that; for administrators',
    [query('ids', 'With commas between them, at most 1000'), after],
  ],
  ['/api/operations', 'The parts of the product and its dead letters; for administrators', []],
  [
    '/api/files/{id}/acknowledgements',
    'Who is asked to acknowledge a document, and who has; each person their own line alone',
    [path('id'), after, at],
  ],
  [
    '/api/files/{id}/acknowledgements/{userId}/receipt',
    'That somebody has acknowledged it: event, proof, checkpoint and a script that checks them, as a ZIP',
    [path('id'), path('userId'), after],
  ],
  [
    '/api/files/{id}/versions',
    'The contents that a file has had, the newest first',
    [path('id'), after, at],
  ],
  [
    '/files/{id}',
    'The bytes of a document or an image',
    [path('id'), query('inline', '1 to show'), version, after, at],
  ],
  [
    '/files/{id}/thumbnail',
    'A small WebP picture of an image',
    [path('id'), query('size', '96 or 320'), version, after, at],
  ],
  [
    '/api/audit/events',
    'Events of the log; for auditors',
    [
      ...['after', 'before', 'limit'].map((name) => query(name, '')),
      query('order', 'oldest (the default) or newest first; then `next` is for `before`'),
      ...selection,
      query('names', 'true: also what the things in the answer are called, by stream'),
    ],
  ],
  [
    '/api/audit/events/{position}',
    'One event: its exact bytes, its thing before and after, what came of the same request, its proof',
    [path('position')],
  ],
  [
    '/api/audit/export',
    'The whole log as NDJSON, or a selection of it with a proof for each event',
    selection,
  ],
  [
    '/api/audit/bundle',
    'The whole log with checkpoint, key, proofs and a script that checks them: a ZIP',
    [],
  ],
  [
    '/api/audit/fingerprint',
    'Compares read models and search index with a replay of the log',
    [query('files', '1 to read and hash every file too'), query('last', '1 for the last answer')],
  ],
  ['/api/audit/erasures', 'Who was erased, by stream, and when; for auditors', []],
  [
    '/api/audit/erasures/{id}',
    'The certificate of an erasure: every place, what is left there now, and how to look',
    [path('id')],
  ],
  ['/api/audit/verify', 'Hashes the whole log again', []],
  [
    '/api/access-log',
    'Who signed in, downloaded, looked at the past or was refused, the newest first',
    [
      query('user', 'Of this user, by id or e-mail address'),
      query('file', 'With this file'),
      query('kind', 'Of this kind'),
      ...['from', 'to'].map((name) => query(name, 'ISO-8601, inclusive')),
      ...['limit', 'cursor'].map((name) => query(name, '')),
      query('format', 'csv: all that is found as a file'),
    ],
  ],
  ['/api/webhooks', 'Who is told of events, up to where, and what went wrong last', [after, at]],
  ['/api/access-log/verify', 'Hashes the whole access log again', []],
  [
    '/api/witness/key',
    'The key of the witness for logs of other installations, where it is one',
    [],
  ],
  ['/api/audit/checkpoint', 'A signed checkpoint of the log (C2SP tlog-checkpoint)', [after]],
  ['/api/audit/key', 'The key that checkpoints are signed with, as NAME+ID+KEY', []],
  [
    '/api/audit/successions',
    'That this key took the place of others: notes that the key before and the key after have signed, the oldest first',
    [],
  ],
  [
    '/api/audit/proof',
    'That an event is in the log: leaf hash, inclusion proof (RFC 6962) and checkpoint',
    [query('position', 'Of the event, from 1'), query('size', 'Of the tree; left out, the newest')],
  ],
  [
    '/api/audit/consistency',
    'That an older log is the beginning of a newer one: consistency proof (RFC 6962)',
    [query('from', 'Size of the older one'), query('to', 'Size of the newer one')],
  ],
  [
    '/files/{id}/preview',
    'What a browser can show safely: an image, a PDF, or a page made of the document; 415 where there is none',
    [path('id'), after, at, query('version', 'A version of the file; left out, the newest')],
  ],
  ['/health/live', 'Whether the process runs', []],
  ['/health/ready', 'Whether it can serve, and which parts are degraded', []],
  ['/metrics', 'Figures for Prometheus', []],
];
