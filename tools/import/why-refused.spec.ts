import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { refusals, type RefusalCode } from '@feusa/contracts/refusals';
import { StartFault } from '@feusa/platform/start-fault';
import { readConfig } from '@feusa/profiles/config';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { runImport } from './import.js';

const TOKEN = { FEUSA_TOKEN: `feusa_${'x'.repeat(43)}` };
const PERSON = {
  FEUSA_ADMIN_EMAIL: 'ada@feusa.example',
  FEUSA_ADMIN_PASSWORD: 'brisk walnut harvest',
  FEUSA_TEAM_PASSWORD: 'green tractor',
};

let home: string;
let server: Server;
/** What some requests are answered with, by their method and path. */
let answers: Map<string, (response: ServerResponse) => void>;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'feusa-import-'));
  await mkdir(path.join(home, 'Plans'));
  answers = new Map();
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://localhost');
    const answer = answers.get(`${request.method} ${pathname}`) ?? json(200, WORKS[pathname] ?? {});
    request.resume().once('end', () => answer(response));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await rm(home, { recursive: true });
});

const WORKS: Record<string, object> = {
  '/api/session': { user: { id: 'ada', email: PERSON.FEUSA_ADMIN_EMAIL, role: 'admin' } },
  '/api/tree': { folders: [], position: '0' },
};

const json = (status: number, body: object) => (response: ServerResponse) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const refused = (code: RefusalCode) => {
  const [status, detail] = refusals[code];
  return json(status, { status, detail, code });
};
const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** Why an import ended, as its user reads it: at once, or once it has begun. */
async function ended(settings: NodeJS.ProcessEnv): Promise<string> {
  let output = '';
  const worked = await runImport(
    { directory: home, employees: undefined, into: undefined, dryRun: false, yes: true },
    {
      config: readConfig({ FEUSA_PUBLIC_URL: address(), ...settings }),
      screen: { write: (text: string) => (output += text) },
      signal: new AbortController().signal,
      ask: undefined,
    },
  ).catch((fault: unknown) => {
    expect(fault).toBeInstanceOf(StartFault);
    output = (fault as Error).message.replaceAll(address(), '…');
    return false;
  });
  expect(worked).toBe(false);
  const [, early] = /^Stopped early: (.*)$/m.exec(output) ?? [];
  const [, failed] = /^ {2}Plans\/: (.*)$/m.exec(output) ?? [];
  return early ?? failed ?? output;
}

const add = 'POST /api/commands/add-folder';
const make = (what: string) =>
  `Make ${what} that may “Read and change”, as an administrator under Account, Access tokens, and set it as FEUSA_TOKEN.`;
const MAKE = make('one');
const MAKE_TOKEN = make('an access token');

it.each<[RefusalCode, NodeJS.ProcessEnv, string]>([
  ['token/read-only', TOKEN, `The access token in FEUSA_TOKEN may only read. ${MAKE}`],
  [
    'not-signed-in',
    TOKEN,
    `The access token in FEUSA_TOKEN is not one of this installation, or has ended. ${MAKE}`,
  ],
  [
    'not-allowed',
    TOKEN,
    `The access token in FEUSA_TOKEN is not an administrator’s, and only administrators can import. ${MAKE}`,
  ],
  ['not-signed-in', PERSON, 'The session has ended. Give the same command again to go on.'],
  [
    'not-allowed',
    PERSON,
    'This account is not an administrator’s any more, and only administrators can import.',
  ],
  [
    'second-factor/required',
    PERSON,
    `This account must have a second factor first: sign in with a browser and set one up. ${MAKE_TOKEN}`,
  ],
  [
    'upload/storage-full',
    PERSON,
    'Storage is full. Once that is mended, give the same command again to go on.',
  ],
  ['name-taken', PERSON, 'Something with this name is already there'],
  [
    'request/key-reused',
    PERSON,
    'Another import adds this at the same time; give the same command again',
  ],
  ['body-too-large', PERSON, 'The request is too large'],
])('%s while it adds', async (code, settings, said) => {
  answers.set(add, refused(code));
  expect(await ended(settings)).toBe(said);
});

it.each<[RefusalCode, NodeJS.ProcessEnv, string]>([
  [
    'not-signed-in',
    TOKEN,
    `Cannot sign in at …: The access token in FEUSA_TOKEN is not one of this installation, or has ended. ${MAKE}`,
  ],
  [
    'not-allowed',
    TOKEN,
    `Cannot sign in at …: The access token in FEUSA_TOKEN is not an administrator’s, and only administrators can import. ${MAKE}`,
  ],
  [
    'second-factor/required',
    TOKEN,
    'Cannot sign in at …: The account of the access token must have a second factor first: sign in with a browser and set one up.',
  ],
  [
    'second-factor',
    PERSON,
    `Cannot sign in at …: This account has a second factor, which an import cannot ask for. ${MAKE_TOKEN}`,
  ],
  [
    'session/wrong-credentials',
    PERSON,
    'Cannot sign in at …: Incorrect e-mail address or password; try again',
  ],
  [
    'too-many-requests',
    PERSON,
    'Cannot sign in at …: Too many requests; wait a moment and try again',
  ],
  ['log/read-only', PERSON, `Cannot sign in at …: ${refusals['log/read-only'][1]}`],
])('%s at the sign-in', async (code, settings, said) => {
  answers.set('POST /api/session', refused(code));
  answers.set('GET /api/trash', refused(code));
  expect(await ended(settings)).toBe(said);
});

it('a refusal while the plan is made is said in a sentence', async () => {
  answers.set('GET /api/tree', refused('second-factor/required'));
  expect(await ended(PERSON)).toBe(
    `This account must have a second factor first: sign in with a browser and set one up. ${MAKE_TOKEN}`,
  );
});

it('a server in between that takes no request of a size is named', async () => {
  answers.set(add, (response) => void response.writeHead(413).end('<html>'));
  expect(await ended(PERSON)).toBe(
    'A server in front of FEUSA takes no request of this size (status 413)',
  );
});

it('a server in between that lets nobody in is named', async () => {
  answers.set(add, (response) => void response.writeHead(403).end('<html>'));
  expect(await ended(PERSON)).toBe(
    'The server answered with status 403. Once that is mended, give the same command again to go on.',
  );
});
