import 'reflect-metadata';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDiskBlobs } from '@feusa/files/blobs/disk';
import type { Blobs } from '@feusa/files/blobs/port';
import { stagedFile } from '@feusa/files/blobs/staged-file';
import { SESSIONS } from '@feusa/identity/sessions/port';
import { TOKENS } from '@feusa/identity/tokens/port';
import { AccessGuard } from '@feusa/http/access';
import { createHttpApp } from '@feusa/http/server';
import { APP_GUARD } from '@nestjs/core';
import { filesModule } from './files.module.js';
import type { FileLookup, ServedFile } from './lookup.js';
import { Thumbnails } from './thumbnails.js';

const silent = { info: () => {}, warn: () => {}, error: () => {} } as never;

class Root {}

/** Whoever sends a cookie is signed in under the name that it holds. */
const sessions = {
  find: (token: string) =>
    Promise.resolve({ id: token, user: { id: token, email: `${token}@x.example`, role: 'basic' } }),
};

/** Opens a blob store; `home` is the directory of the process. */
export type OpenBlobs = (home: string) => Promise<Blobs & { close?(): void }>;

const diskBlobs: OpenBlobs = (home) => openDiskBlobs({ dir: path.join(home, 'blobs') });

/** The serving of files alone, on a directory of its own unless it is given other blobs. */
export async function openTestApp(open: OpenBlobs = diskBlobs) {
  const home = await mkdtemp(path.join(tmpdir(), 'feusa-files-'));
  const blobs = await open(home);
  const files = new Map<string, ServedFile>();
  const lookup: FileLookup = {
    find: (id) => Promise.resolve(files.get(id)),
    head: () => Promise.resolve(0),
  };
  const blobReferences = (asked: readonly string[]) => Promise.resolve(new Set(asked));
  const module = {
    module: Root,
    imports: [filesModule({ blobs, blobReferences, config: { FEUSA_DATA_DIR: home } }, lookup)],
    providers: [
      { provide: SESSIONS, useValue: sessions },
      { provide: TOKENS, useValue: { find: () => Promise.resolve(undefined) } },
      { provide: APP_GUARD, useClass: AccessGuard },
    ],
  };
  const app = await createHttpApp(module, { origin: { reachedAddress: true }, log: silent });
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as { port: number };
  return {
    blobs,
    files,
    lookup,
    home,
    thumbnails: app.get(Thumbnails, { strict: false }),
    port,
    /** Stores a file and answers with its address. */
    async put(bytes: Buffer | string, name: string, mediaType: string): Promise<string> {
      const file = path.join(home, randomUUID());
      await writeFile(file, bytes);
      const blob = createHash('sha256').update(bytes).digest('hex');
      await blobs.adopt(await stagedFile(file), blob);
      const id = randomUUID();
      files.set(id, { blob, name, mediaType });
      return `/files/${id}`;
    },
    close: async () => {
      await app.close();
      blobs.close?.();
      await rm(home, { recursive: true, force: true });
    },
  };
}
export type TestApp = Awaited<ReturnType<typeof openTestApp>>;

export interface Reply {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Asks for an address, signed in unless `as` is empty. */
export const get = (
  { port }: Pick<TestApp, 'port'>,
  url: string,
  headers: http.OutgoingHttpHeaders = {},
  { method = 'GET', as = 'ann' } = {},
): Promise<Reply> =>
  new Promise((settle, fail) => {
    const cookie = as === '' ? {} : { cookie: `feusa_session=${as}` };
    const request = http.request(
      {
        port,
        host: '127.0.0.1',
        path: url,
        method,
        agent: false,
        headers: { ...cookie, ...headers },
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', fail);
        response.on('end', () => {
          const { statusCode = 0, headers: answered } = response;
          settle({ status: statusCode, headers: answered, body: Buffer.concat(parts) });
        });
      },
    );
    request.on('error', fail);
    request.end();
  });
