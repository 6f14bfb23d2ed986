import { z } from 'zod';
import { commands } from './commands.js';
import { Discard, Redrive } from './operations.js';
import { Undo } from './undo.js';
import { RequestPasswordReset, ResetPassword, SignIn } from './users.js';

type Json = Record<string, unknown>;

const problem = {
  description: 'A problem: what is wrong, in words that a person can read',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};
const json = (schema: Json) => ({ content: { 'application/json': { schema } } });
const bodyOf = (schema: z.ZodType) => ({
  required: true,
  ...json(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json),
});
const path = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });
const query = (name: string, description: string) => ({
  name,
  in: 'query',
  description,
  schema: { type: 'string' },
});

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', format: 'uuid' },
};
const after = query('after', 'Wait until this position is in the answer (2 s at most, then 503)');
const at = query('at', 'The state just after this position or time; for auditors');

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

function commandPaths(): Json {
  const entries = Object.entries(commands).map(([name, { access, body }]) => [
    `/api/commands/${name}`,
    {
      post: {
        tags: ['commands'],
        summary: name,
        description: `For: ${access}`,
        parameters: [idempotencyKey],
        requestBody: bodyOf(body),
        responses: {
          200: {
            description: 'Durable',
            ...json({
              type: 'object',
              properties: {
                id: { type: 'string', format: 'uuid' },
                version: { type: 'integer' },
                position: { type: 'string' },
              },
            }),
          },
          default: problem,
        },
      },
    },
  ]);
  return Object.fromEntries(entries) as Json;
}

/** One query: its address, what it answers and the parameters it takes. */
const queries: readonly [address: string, summary: string, parameters: readonly Json[]][] = [
  ['/api/session', 'Who is signed in', []],
  ['/api/users', 'All users; for administrators, as they were for auditors too', [at]],
  ['/api/users/{id}', 'One user and the role; for that user and administrators', [path('id')]],
  ['/api/tree', 'The whole folder tree', [after, at]],
  [
    '/api/folder-counts',
    'How many things lie in each folder of a folder',
    [query('in', 'Id of the folder; left out for the top'), after],
  ],
  ['/api/folders', 'The top-level folders', [after, at]],
  ['/api/folders/{id}', 'A folder with what lies in it', [path('id'), after, at]],
  [
    '/api/employees',
    'The directory, by first name',
    [after, at, query('limit', '1 to 1000'), query('cursor', '`next` of the page before')],
  ],
  ['/api/employees/{id}', 'One employee', [path('id'), after, at]],
  [
    '/api/search',
    'Ids of the people who match, best first, 100 a page',
    [query('q', 'Plain text, at most 500 characters'), query('page', 'From 1'), after],
  ],
  ['/api/errors', 'Stored error records', [after]],
  [
    '/api/undo',
    'What undoing a command, or all that belongs together, would do, and what stands in its way',
    [
      ...['position', 'commandId', 'correlationId'].map((name) => query(name, 'One of the three')),
      query('before', '`next` of the page before'),
      query('limit', '1 to 1000'),
    ],
  ],
  [
    '/api/erasures',
    'What erasing a person would come to: reports that go with them, what still names them',
    [query('id', 'Of the person'), query('kind', 'employee (the default) or user')],
  ],
  ['/api/trash', 'What was removed; for administrators', [after, at]],
  ['/api/operations', 'The parts of the product and its dead letters; for administrators', []],
  [
    '/files/{id}',
    'The bytes of a document or an image',
    [path('id'), query('inline', '1 to show')],
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
    '/api/witness/key',
    'The key of the witness for logs of other installations, where it is one',
    [],
  ],
  ['/api/audit/checkpoint', 'A signed checkpoint of the log (C2SP tlog-checkpoint)', [after]],
  ['/api/audit/key', 'The key that checkpoints are signed with, as NAME+ID+KEY', []],
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
  ['/health/live', 'Whether the process runs', []],
  ['/health/ready', 'Whether it can serve, and which parts are degraded', []],
  ['/metrics', 'Figures for Prometheus', []],
];

function queryPaths(): Json {
  const answers = { 200: { description: 'The answer' }, default: problem };
  return Object.fromEntries(
    queries.map(([address, summary, parameters]) => [
      address,
      { get: { tags: ['queries'], summary, parameters, responses: answers } },
    ]),
  );
}

const write = (
  summary: string,
  schema: z.ZodType | undefined,
  status: number,
  parameters: Json[] = [],
) => ({
  tags: ['session'],
  summary,
  parameters,
  ...(schema && { requestBody: bodyOf(schema) }),
  responses: { [status]: { description: 'Done' }, default: problem },
});

/** The OpenAPI 3.1 document of the whole product, made from the schemas that requests are parsed by. */
export function openApiDocument(): Json {
  const paths = { ...commandPaths(), ...queryPaths() } as Record<string, Json>;
  paths['/api/session'] = {
    ...paths['/api/session'],
    post: write('Sign in', SignIn, 201),
    delete: write('Sign out', undefined, 204),
  };
  paths['/api/password-resets'] = {
    post: write('Ask for a reset mail', RequestPasswordReset, 202),
  };
  paths['/api/password-resets/{token}'] = {
    put: write('Set a new password', ResetPassword, 204, [path('token')]),
  };
  paths['/api/undo'] = {
    ...paths['/api/undo'],
    post: write('Undo it by commands that compensate', Undo, 200, [idempotencyKey]),
  };
  paths['/api/uploads'] = { post: write('Begin an upload (tus 1.0)', undefined, 201) };
  paths['/api/uploads/{id}'] = {
    patch: write('Go on with an upload (tus 1.0)', undefined, 204, [path('id')]),
    delete: write('End an upload (tus 1.0)', undefined, 204, [path('id')]),
  };
  paths['/api/witness/add-checkpoint'] = {
    post: write('Witness a log of another installation (C2SP tlog-witness)', undefined, 200),
  };
  const letter = '/api/operations/dead-letters/{id}';
  paths[`${letter}/redrive`] = {
    post: write('Try a parked stream again', Redrive, 200, [path('id')]),
  };
  paths[`${letter}/discard`] = { post: write('Give it up', Discard, 200, [path('id')]) };
  return {
    openapi: '3.1.0',
    info: { title: 'FEUSA', version: '0.1.0' },
    paths,
    components: { schemas: { Problem: problemSchema } },
  };
}

const text = { type: 'string' };
const problemSchema = {
  type: 'object',
  properties: {
    type: text,
    title: text,
    status: { type: 'integer' },
    detail: text,
    code: text,
    requestId: text,
    fields: { type: 'object', additionalProperties: text },
  },
};
