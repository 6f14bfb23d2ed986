import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { Program, source } from '@feusa/cluster/program';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { waitUntil } from '@feusa/testing/wait';
import { create, idOf, openTestApp, patch, send, type Reply } from './test-app.js';
import type { OpenStores, TestStores } from './test-stores.js';

const MIB = 1 << 20;
const WAITING = { timeout: 30_000, interval: 50 };
const ALL = {
  ...{ limit: 60 * MIB, pace: { windowMs: 1000, bytes: 0 } },
  signal: new AbortController().signal,
};
const SERVER = 'services/command/src/uploads/test-server.ts';

/** A server that is killed, on whatever stores; its process is told the bucket, if there is one. */
export function killedServer(open: OpenStores, bucket: readonly string[] = []): void {
  let dir: string;
  let stores: TestStores;
  let server: { readonly port: number; readonly program: Program };
  beforeEach(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'feusa-killed-'));
    stores = await open(dir);
    server = await start();
  });
  afterEach(async () => {
    await kill();
    stores.close();
    await rm(dir, { recursive: true });
  });

  async function start() {
    const program = new Program(source(SERVER, dir, ...bucket));
    return { port: Number(await program.says(/^\d+$/m)), program };
  }

  const kill = () => server.program.end('SIGKILL');

  async function restart() {
    await kill();
    server = await start();
  }

  const offsetOf = async (url: string) =>
    Number((await send(server, 'HEAD', url)).headers['upload-offset']);
  const begin = async (length: number) => (await create(server, length)).headers.location!;

  /** Sends a body slowly enough to be killed in its midst; undefined when that happened. */
  const sendSlowly = (url: string, at: number, bytes: Buffer, headers = {}) =>
    patch(server, url, at, {
      headers,
      write: (request) => {
        let sent = 0;
        const timer = setInterval(() => {
          if (sent >= bytes.length || request.destroyed) {
            clearInterval(timer);
            request.end();
            return;
          }
          request.write(bytes.subarray(sent, (sent += 256 * 1024)));
        }, 4);
      },
    }).catch((): Reply | undefined => undefined);

  async function finishedBlob(url: string) {
    await kill();
    const app = await openTestApp({ dir, open });
    const { blob } = await app.uploads.finished(idOf(url), 'ann');
    const bytes = await buffer(await app.blobs.read(blob));
    await app.close();
    return { blob, bytes };
  }

  it('what was acknowledged is there after a kill, and the upload goes on, time and again', async () => {
    const bytes = randomBytes(60 * MIB);
    const url = await begin(bytes.length);
    let offset = (await patch(server, url, 0, { body: bytes.subarray(0, MIB) })).headers[
      'upload-offset'
    ];
    expect(offset).toBe(String(MIB));
    for (let kills = 0; kills < 4; kills++) {
      const from = await offsetOf(url);
      expect(from).toBeGreaterThanOrEqual(Number(offset));
      offset = String(from);
      const sending = sendSlowly(url, from, bytes.subarray(from));
      await waitUntil(
        async () => (await stores.staging.size({ id: idOf(url) })) > from + MIB,
        WAITING,
      );
      await pause(10 * kills);
      await restart();
      await sending;
    }
    const from = await offsetOf(url);
    expect(from).toBeGreaterThan(4 * MIB);
    expect((await patch(server, url, from, { body: bytes.subarray(from) })).status).toBe(204);
    const stored = await finishedBlob(url);
    expect(stored.bytes.equals(bytes)).toBe(true);
    expect(stored.blob).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  it('bytes whose checksum was never compared are gone', async () => {
    const bytes = randomBytes(8 * MIB);
    const url = await begin(bytes.length);
    await patch(server, url, 0, { body: bytes.subarray(0, MIB) });
    const digest = createHash('sha256').update(bytes.subarray(MIB)).digest('base64');
    const headers = { 'upload-checksum': `sha256 ${digest}` };
    const sending = sendSlowly(url, MIB, bytes.subarray(MIB), headers);
    await pause(60);
    await restart();
    await sending;
    expect(await offsetOf(url)).toBe(MIB);
    const rest = await patch(server, url, MIB, { headers, body: bytes.subarray(MIB) });
    expect(rest.status).toBe(204);
    expect((await finishedBlob(url)).bytes.equals(bytes)).toBe(true);
  });

  it('an upload that had all its bytes when the server was killed is finished by the next question', async () => {
    const bytes = randomBytes(MIB);
    const url = await begin(bytes.length);
    await patch(server, url, 0, { body: bytes.subarray(0, 10) });
    await kill();
    const record = await stores.staging.find(idOf(url));
    await stores.staging.receive(record!, Readable.from([bytes.subarray(10)]), { ...ALL, at: 10 });
    server = await start();
    expect(await offsetOf(url)).toBe(bytes.length);
    expect((await finishedBlob(url)).bytes.equals(bytes)).toBe(true);
  });

  it('F5 an upload that was killed between its record and its blob gets its blob', async () => {
    await kill();
    const app = await openTestApp({ dir, open });
    const bytes = randomBytes(1000);
    const { headers } = await create(app, bytes.length);
    const id = idOf(headers.location!);
    const blob = createHash('sha256').update(bytes).digest('hex');
    const found = await app.staging.find(id);
    const { record } = await app.staging.receive(found!, Readable.from([Buffer.from(bytes)]), {
      ...ALL,
      at: 0,
    });
    const finished = { blob, mediaType: 'application/octet-stream', at: Date.now() };
    await app.staging.save({ ...record, finished });
    expect(await app.blobs.size(blob)).toBeUndefined();
    expect(await app.uploads.finished(id, 'ann')).toMatchObject({ blob, size: 1000 });
    expect(await app.blobs.size(blob)).toBe(1000);
    await app.close();
  });
}
