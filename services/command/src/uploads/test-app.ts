import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { SESSIONS } from '@feusa/identity/sessions/port';
import { TOKENS } from '@feusa/identity/tokens/port';
import type { Staging } from '@feusa/files/uploads/staging-port';
import { AccessGuard } from '@feusa/http/access';
import { createHttpApp } from '@feusa/http/server';
import { APP_GUARD } from '@nestjs/core';
import { diskStores, type OpenStores } from './test-stores.js';
import { reservationsInMemory } from './test-reservations.js';
import { Room } from './room.js';
import type { UploadersLog } from './most-bytes.js';
import { TusUploads } from './tus-uploads.js';
import { limitsFor, type Limits, type UploadPorts } from './upload-limits.js';
import { uploadsModule } from './uploads.module.js';

const silent = { info: () => {}, warn: () => {}, error: () => {} } as unknown as UploadPorts['log'];

/** Without folders and people. */
const nobodysLog: UploadersLog = {
  head: async () => ({ position: 0, hash: Buffer.alloc(32) }),
  restrictedFolders: async () => [],
  read: async () => [],
  readLatest: async () => [],
  readStreams: async () => [],
};

class Root {}

/** Whoever sends a cookie is signed in under the name that it holds, as an administrator unless it is basic. */
const sessions = {
  find: (token: string) => {
    const role = token.startsWith('basic') ? 'basic' : 'admin';
    return Promise.resolve({ id: token, user: { id: token, email: `${token}@x.example`, role } });
  },
};

export interface TestAppOptions {
  readonly limits?: Partial<Limits>;
  readonly dir?: string;
  readonly port?: number;
  readonly staging?: (staging: Staging) => Staging;
  readonly open?: OpenStores | undefined;
  readonly reservations?: UploadPorts['reservations'];
}

/** The upload endpoint alone, on stores of its own: a directory, unless it is given others. */
export async function openTestApp({
  limits,
  dir,
  port = 0,
  staging: change,
  open = diskStores,
  reservations = reservationsInMemory(),
}: TestAppOptions = {}) {
  const home = dir ?? (await mkdtemp(path.join(tmpdir(), 'feusa-uploads-')));
  const { blobs, staging, left, close } = await open(home);
  const referenced = new Set<string>();
  const used = change?.(staging) ?? staging;
  const all = {
    ...limitsFor({ file: 100, quota: 10_240 }),
    ...{ leaveFreeBytes: 0, leaveFreePart: 0 },
    ...limits,
  };
  const uploads = new TusUploads({
    staging: used,
    blobs,
    reservations,
    room: new Room(used, all),
    isReferenced: (asked) => Promise.resolve(new Set(asked.filter((one) => referenced.has(one)))),
    limits: all,
    log: silent,
  });
  const module = {
    module: Root,
    imports: [uploadsModule(uploads, nobodysLog)],
    providers: [
      { provide: SESSIONS, useValue: sessions },
      { provide: TOKENS, useValue: { find: () => Promise.resolve(undefined) } },
      { provide: APP_GUARD, useClass: AccessGuard },
    ],
  };
  const app = await createHttpApp(module, {
    origin: { reachedAddress: true },
    log: silent as never,
  });
  await app.listen(port, '127.0.0.1');
  const address = app.getHttpServer().address() as { port: number };
  return {
    uploads,
    blobs,
    staging,
    referenced,
    home,
    port: address.port,
    left,
    close: async () => {
      await app.close();
      close();
      if (!dir) await rm(home, { recursive: true, force: true });
    },
  };
}
export type TestApp = Awaited<ReturnType<typeof openTestApp>>;

export interface Reply {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly problem: { readonly code?: string; readonly detail?: string };
}

export interface Sent {
  readonly headers?: Readonly<Record<string, string | number>>;
  readonly body?: Buffer | string | undefined;
  readonly as?: string;
  /** Given, the body is sent in chunks by this instead. */
  readonly write?: (request: http.ClientRequest) => void;
}

export const TUS = { 'tus-resumable': '1.0.0' };
export const BYTES = { 'content-type': 'application/offset+octet-stream' };
export const encoded = (text: string | Buffer) => Buffer.from(text as string).toString('base64');
export const named = (name: string | Buffer) => ({
  'upload-metadata': `filename ${encoded(name)}`,
});

/** Sends one request and reads its whole answer; a broken connection rejects. */
export function send(
  { port }: Pick<TestApp, 'port'>,
  method: string,
  url: string,
  { headers = {}, body, as = 'ann', write }: Sent = {},
): Promise<Reply> {
  return new Promise((settle, fail) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const cookie = as === '' ? {} : { cookie: `feusa_session=${as}` };
    const request = http.request(
      { port, host: '127.0.0.1', method, path: url, agent: false },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', fail);
        response.on('end', () => settle(replyOf(response, Buffer.concat(parts).toString())));
      },
    );
    request.on('error', fail);
    for (const [name, value] of Object.entries({ ...TUS, ...cookie, ...length, ...headers })) {
      if (value !== '') request.setHeader(name, value);
    }
    if (write) write(request);
    else request.end(body);
  });
}

function replyOf({ statusCode = 0, headers }: http.IncomingMessage, text: string): Reply {
  const isProblem = headers['content-type']?.startsWith('application/problem+json');
  return { status: statusCode, headers, problem: isProblem ? JSON.parse(text || '{}') : {} };
}

/** Creates an upload, with its first bytes where some are given. */
export const create = (
  app: Pick<TestApp, 'port'>,
  length: number,
  { headers, body, ...more }: Sent = {},
) =>
  send(app, 'POST', '/api/uploads', {
    ...more,
    body: body ?? (more.write ? undefined : ''),
    headers: { 'upload-length': length, ...(body !== undefined && BYTES), ...headers },
  });

export const patch = (
  app: Pick<TestApp, 'port'>,
  url: string,
  at: number,
  { headers, ...more }: Sent = {},
) => send(app, 'PATCH', url, { ...more, headers: { ...BYTES, 'upload-offset': at, ...headers } });

export const idOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);

/** What most tests do with uploads of Ann, on the application that there is by then. */
export const tusOn = (app: () => TestApp) => ({
  /** Answers with the upload's address. */
  begin: async (length: number, headers = {}): Promise<string> =>
    (await create(app(), length, { headers })).headers.location!,
  offsetOf: async (url: string): Promise<number> =>
    Number((await send(app(), 'HEAD', url)).headers['upload-offset']),
  /** The bytes of a finished one. */
  async stored(url: string): Promise<Buffer> {
    const { blob } = await app().uploads.finished(idOf(url), 'ann');
    return buffer(await app().blobs.read(blob));
  },
});
