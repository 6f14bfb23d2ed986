import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { built, Program } from '@feusa/cluster/program';
import { freshDatabase } from '@feusa/testing/database';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { waitFor } from '@feusa/testing/wait';

const email = 'ada@feusa.example';
const password = 'brisk walnut harvest';
const teamPassword = 'green tractor';

let home: string;
let database: Awaited<ReturnType<typeof freshDatabase>>;
let program: Program;
let address: string;
let cookie: string;
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'feusa-broken-off-'));
  database = await freshDatabase();
  const env = {
    ...process.env,
    ...{ DATABASE_URL: database.url, FEUSA_DATA_DIR: home, FEUSA_PROFILE: 'standalone' },
    ...{ FEUSA_LOG_LEVEL: 'debug', PORT: '0', HOST: '127.0.0.1' },
    ...{ FEUSA_TEAM_PASSWORD: teamPassword, FEUSA_ADMIN_EMAIL: email },
    ...{ FEUSA_ADMIN_PASSWORD: password },
  };
  program = new Program(built('main'), { env });
  address = `http://127.0.0.1:${await program.says(/ready at .*:(\d+)/)}`;
  cookie = '';
  const answer = await send('POST', '/api/session', { email, password, teamPassword });
  cookie = answer.headers.get('set-cookie')!.split(';')[0]!;
  await send('POST', '/api/step-up', { password });
  await program.says(/"url":"\/api\/step-up"/);
});
afterAll(async () => {
  await program.end();
  await database.drop();
  await rm(home, { recursive: true, force: true });
});

const send = (method: string, url: string, body?: object, headers: object = {}) =>
  fetch(address + url, {
    method,
    headers: { ...(cookie && { cookie }), 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });

interface Line {
  readonly level: number;
  readonly requestId?: string;
  readonly url?: string;
  readonly err?: unknown;
}

/** What it has logged since the test began. */
const logged = () =>
  program.text
    .slice(before)
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);
let before = 0;
beforeEach(() => void (before = program.text.length));

/** Sends the beginning of a request, and hangs up once the service has seen it: in order, or not. */
async function breakOff(bytes: string, how: 'end' | 'destroy' | 'resetAndDestroy', read = false) {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(bytes.replaceAll('\n', '\r\n'));
  if (read) await new Promise((began) => socket.once('data', began));
  // The service reads what comes on connections in turn.
  else await (await fetch(`${address}/health/live`)).text();
  socket[how]();
  await new Promise((closed) => socket.once('close', closed).resume());
}

const head = (line: string, more: string[] = []) =>
  [`${line} HTTP/1.1`, 'Host: x', ...more, '', ''].join('\n');
const JSON_TYPE = 'Content-Type: application/json';
const TUS = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' };
const UPLOAD = Object.entries(TUS).map((header) => header.join(': '));
const begun = (url: string, more: string[] = [JSON_TYPE]) =>
  `${head(`POST ${url}`, ['Content-Length: 9000', ...more])}{"a":`;

const strangers: [string, string][] = [
  ['a sign-in', begun('/api/session')],
  [
    'a sign-in in chunks',
    `${head('POST /api/session', [JSON_TYPE, 'Transfer-Encoding: chunked'])}5\n{"a":\n`,
  ],
  ['a chunk', `${head('POST /api/session', [JSON_TYPE, 'Transfer-Encoding: chunked'])}50\n{"a":`],
  ['a report of a policy', begun('/api/csp-reports', ['Content-Type: application/csp-report'])],
  ['a command', begun('/api/commands/add-folder')],
  ['an upload', begun('/api/uploads', [...UPLOAD, 'Upload-Length: 9000'])],
  ['a new password', begun('/api/password-resets')],
  ['what no route takes', begun('/api/nothing')],
  [
    'a message of a socket',
    begun('/socket.io/?EIO=4&transport=polling', ['Content-Type: text/plain']),
  ],
  ['a head', 'POST /api/session HTTP/1.1\nHost: x\nX-'],
  ['too large a body', `${head('POST /api/session', [JSON_TYPE, 'Content-Length: 900000'])}{`],
  ['half a text', `${head('POST /api/session', [JSON_TYPE, 'Content-Length: 1'])}{`],
  ['nonsense', 'nonsense\n\n'],
];

/** Lets something be broken off, and expects one line of each request at most, and none of a fault. */
async function isNoFault(broken: () => Promise<void>) {
  await broken();
  await send('POST', '/api/nothing?last');
  await waitFor(() => expect(logged().map(({ url }) => url)).toContain('/api/nothing?last'));
  expect(logged().filter(({ level, err }) => level > 30 || err)).toEqual([]);
  const requests = logged().flatMap(({ requestId }) => requestId ?? []);
  expect(new Set(requests).size).toBe(requests.length);
}

it.each(strangers)('%s that a stranger breaks off is no fault', (_what, bytes) =>
  isNoFault(async () => {
    for (const how of ['end', 'destroy', 'resetAndDestroy'] as const) await breakOff(bytes, how);
  }),
);

const people: [string, (as: string) => string][] = [
  ['a command', (as) => begun('/api/commands/add-folder', [JSON_TYPE, as])],
  ['people to import', (as) => begun('/api/imports/employees', ['Content-Type: text/csv', as])],
  ['an upload', (as) => begun('/api/uploads', [...UPLOAD, 'Upload-Length: 9000', as])],
  ['a message of a socket', (as) => begun('/socket.io/?EIO=4&transport=polling', [as])],
];
it.each(people)('%s that somebody breaks off is no fault', (_what, bytesOf) =>
  isNoFault(async () => {
    const bytes = bytesOf(`Cookie: ${cookie}`);
    for (const how of ['end', 'destroy', 'resetAndDestroy'] as const) await breakOff(bytes, how);
  }),
);

describe('of large answers', () => {
  let folderId: string;
  let fileId: string;
  beforeAll(async () => {
    const done = async (name: string, body: object) =>
      ((await (await send('POST', `/api/commands/${name}`, body)).json()) as { id: string }).id;
    folderId = await done('add-folder', { name: 'Large', parentId: null });
    const bytes = new Uint8Array(32 << 20);
    const upload = await fetch(`${address}/api/uploads`, {
      method: 'POST',
      headers: { ...TUS, cookie, 'upload-length': String(bytes.length) },
      body: bytes,
    });
    const uploadId = upload.headers.get('location')!.slice('/api/uploads/'.length);
    fileId = await done('add-file', { folderId, uploadId });
  });

  it.each([
    ['a file', () => `/files/${fileId}`],
    ['an archive', () => `/api/folders/${folderId}/archive`],
  ])('%s that somebody breaks off is no fault', (_what, url) =>
    isNoFault(async () => {
      const bytes = head(`GET ${url()}`, [`Cookie: ${cookie}`]);
      for (const how of ['end', 'destroy', 'resetAndDestroy'] as const)
        await breakOff(bytes, how, true);
    }),
  );
});
