import { randomBytes } from 'node:crypto';
import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { waitUntil } from '@feusa/testing/wait';
import { BYTES, create, idOf, openTestApp, patch, send, TUS, type TestApp } from './test-app.js';
import type { OpenStores } from './test-stores.js';

const MIB = 1 << 20;
const WAITING = { timeout: 10_000 };

/** A request whose body is under test control; `gone` settles when the server is done with it. */
export function openRequest(
  { port }: Pick<TestApp, 'port'>,
  method: string,
  url: string,
  headers: http.OutgoingHttpHeaders,
) {
  const cookie = 'feusa_session=ann';
  const request = http.request({
    ...{ port, host: '127.0.0.1', method, path: url, agent: false },
    headers: { ...TUS, ...BYTES, cookie, ...headers },
  });
  const gone = new Promise<number | undefined>((settle) => {
    request.on('response', (response) => settle(response.resume().statusCode));
    request.on('error', () => settle(undefined));
  });
  return { request, gone };
}

/** Connections that break, on whatever stores; with slow ones all waiting takes `times` as long. */
export function brokenConnections(openStores: OpenStores, times = 1): void {
  let app: TestApp;
  const openWith = async (limits: { stalledMs?: number; windowMs?: number } = {}) => {
    const { stalledMs = 150 * times, windowMs = 60_000 } = limits;
    const pace = { windowMs, bytes: 100 };
    app = await openTestApp({ limits: { stalledMs, pace }, open: openStores });
  };
  /** With other limits than those of most tests, under which nobody is too slow. */
  const reopen = async (limits: Parameters<typeof openWith>[0]) => {
    await app.close();
    await openWith(limits);
  };
  beforeEach(() => openWith());
  afterEach(() => app.close());

  const begin = async (length: number) => (await create(app, length)).headers.location!;
  const offsetOf = async (url: string) =>
    Number((await send(app, 'HEAD', url)).headers['upload-offset']);
  const blobOf = async (url: string) =>
    buffer(await app.blobs.read((await app.uploads.finished(idOf(url), 'ann')).blob));
  const open = (method: string, url: string, headers: http.OutgoingHttpHeaders) =>
    openRequest(app, method, url, headers);

  it('keeps what came before a break, and the rest can follow', async () => {
    const bytes = randomBytes(3 * MIB);
    const url = await begin(bytes.length);
    const { request, gone } = open('PATCH', url, {
      'upload-offset': 0,
      'content-length': bytes.length,
    });
    // Once they are on the way they arrive, whatever becomes of the connection.
    await new Promise((sent) => request.write(bytes.subarray(0, 2 * MIB), sent));
    await pause(100 * times);
    request.destroy();
    await gone;
    const offset = await waitUntil(async () => (await offsetOf(url)) || undefined, WAITING);
    expect(offset).toBeGreaterThan(MIB);
    expect((await patch(app, url, offset, { body: bytes.subarray(offset) })).status).toBe(204);
    expect((await blobOf(url)).equals(bytes)).toBe(true);
  });

  it('keeps nothing of a broken request that came with a checksum', async () => {
    const url = await begin(10);
    await patch(app, url, 0, { body: 'abc' });
    const { request, gone } = open('PATCH', url, {
      ...{ 'upload-offset': 3, 'content-length': 7 },
      'upload-checksum': `sha256 ${Buffer.alloc(32).toString('base64')}`,
    });
    request.write('defg');
    await pause(50 * times);
    request.destroy();
    await gone;
    await pause(50 * times);
    expect(await offsetOf(url)).toBe(3);
    expect((await patch(app, url, 3, { body: 'defghij' })).status).toBe(204);
    expect((await blobOf(url)).toString()).toBe('abcdefghij');
  });

  it('leaves nothing of a creation that broke', async () => {
    const receive = jest.spyOn(app.staging, 'receive');
    const before = await app.left();
    const { request, gone } = open('POST', '/api/uploads', {
      'upload-length': MIB,
      'content-length': MIB,
    });
    request.write(randomBytes(MIB / 2));
    await waitUntil(() => receive.mock.calls.length > 0, WAITING);
    await pause(50 * times);
    request.destroy();
    await gone;
    await waitUntil(async () => (await app.left()).length === before.length, WAITING);
  });

  it('of two that send at once the second is told to wait, and nothing is mixed up', async () => {
    await reopen({ stalledMs: 5000 });
    const bytes = randomBytes(2 * MIB);
    const url = await begin(bytes.length);
    const { request, gone } = open('PATCH', url, {
      'upload-offset': 0,
      'content-length': bytes.length,
    });
    request.write(bytes.subarray(0, MIB));
    await pause(50 * times);
    const second = patch(app, url, 0, { body: bytes });
    let sent = MIB;
    const slowly = setInterval(() => request.write(bytes.subarray(sent, (sent += 100))), 20);
    expect(await second).toMatchObject({ status: 423, problem: { code: 'upload/locked' } });
    clearInterval(slowly);
    request.end(bytes.subarray(sent));
    expect(await gone).toBe(204);
    expect((await blobOf(url)).equals(bytes)).toBe(true);
  });

  it('takes many that race for the same bytes, and stores them once', async () => {
    const bytes = randomBytes(300_000);
    const url = await begin(bytes.length);
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => patch(app, url, 0, { body: bytes })),
    );
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    expect(statuses.filter((status) => ![204, 409, 423].includes(status))).toEqual([]);
    expect((await blobOf(url)).equals(bytes)).toBe(true);
  });

  describe('a connection that died without a word', () => {
    const silent = async (url: string) => {
      const { request, gone } = open('PATCH', url, { 'upload-offset': 0, 'content-length': 10 });
      request.write('01234');
      await pause(250 * times);
      return { request, gone };
    };

    it('gives way to the same person who comes back and asks where to go on', async () => {
      const url = await begin(10);
      const { gone } = await silent(url);
      expect(await offsetOf(url)).toBe(5);
      expect((await patch(app, url, 5, { body: '56789' })).status).toBe(204);
      expect(await gone).toBe(503);
      expect((await blobOf(url)).toString()).toBe('0123456789');
    });

    it('gives way to the next bytes too', async () => {
      const url = await begin(10);
      await silent(url);
      expect((await patch(app, url, 5, { body: '56789' })).status).toBe(204);
    });

    it('gives way to the end of the upload', async () => {
      const url = await begin(10);
      const { request } = open('PATCH', url, { 'upload-offset': 0, 'content-length': 10 });
      request.write('01234');
      await pause(30 * times);
      expect((await send(app, 'DELETE', url)).status).toBe(204);
      expect(await app.left()).not.toContain(`${idOf(url)}.part`);
    });

    it('is ended by itself', async () => {
      await reopen({ windowMs: 600 * times });
      const url = await begin(10);
      const { gone } = await silent(url);
      expect(await gone).toBe(408);
      expect(await offsetOf(url)).toBe(5);
    });
  });

  it('F31 ends a sender that drips, keeping its bytes', async () => {
    await reopen({ windowMs: 600 * times });
    const url = await begin(1000);
    const { request, gone } = open('PATCH', url, { 'upload-offset': 0, 'content-length': 1000 });
    const drip = setInterval(() => request.write('x'), 50);
    expect(await gone).toBe(408);
    clearInterval(drip);
    request.destroy();
    expect(await offsetOf(url)).toBeGreaterThan(0);
  });

  it('lets senders go when the server stops, and keeps their bytes', async () => {
    const receive = jest.spyOn(app.staging, 'receive');
    const url = await begin(10);
    const { request, gone } = open('PATCH', url, { 'upload-offset': 0, 'content-length': 10 });
    request.write('01234');
    await waitUntil(() => receive.mock.calls.length > 0, WAITING);
    await pause(50 * times);
    const { staging, close } = app;
    await app.uploads.close();
    await gone;
    expect(await staging.size({ id: idOf(url) })).toBe(5);
    void close;
  });
}
