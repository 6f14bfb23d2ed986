import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  create,
  encoded,
  idOf,
  named,
  openTestApp,
  patch,
  send,
  tusOn,
  type TestApp,
} from './test-app.js';
import type { OpenStores } from './test-stores.js';

/** The protocol, on whatever stores. */
export function tusScenarios(open: OpenStores): void {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp({ limits: { maxBytes: 5_000_000 }, open });
  });
  afterAll(() => app.close());

  const { begin, offsetOf, stored } = tusOn(() => app);

  describe('OPTIONS', () => {
    it('says what the server can do, to anybody', async () => {
      const reply = await send(app, 'OPTIONS', '/api/uploads', {
        as: '',
        headers: { 'tus-resumable': '' },
      });
      expect(reply).toMatchObject({
        status: 204,
        headers: {
          'tus-resumable': '1.0.0',
          'tus-version': '1.0.0',
          'tus-extension': 'creation,creation-with-upload,termination,checksum',
          'tus-checksum-algorithm': 'sha256,sha1',
          'tus-max-size': '5000000',
        },
      });
    });
  });

  describe('who may', () => {
    it('nobody who is signed out', async () => {
      expect((await create(app, 5, { as: '' })).status).toBe(401);
      const url = await begin(5);
      expect((await send(app, 'HEAD', url, { as: '' })).status).toBe(401);
      expect((await patch(app, url, 0, { as: '', body: 'hello' })).status).toBe(401);
      expect((await send(app, 'DELETE', url, { as: '' })).status).toBe(401);
    });

    it('only the owner may read, go on with or end an upload, or use it', async () => {
      const url = await begin(5);
      const id = idOf(url);
      expect((await send(app, 'HEAD', url, { as: 'bob' })).status).toBe(404);
      const foreign = await patch(app, url, 0, { as: 'bob', body: 'hello' });
      expect(foreign).toMatchObject({ status: 404, problem: { code: 'upload/not-found' } });
      expect((await send(app, 'DELETE', url, { as: 'bob' })).status).toBe(404);
      expect((await patch(app, url, 0, { body: 'hello' })).status).toBe(204);
      await expect(app.uploads.finished(id, 'bob')).rejects.toMatchObject({
        code: 'upload/not-found',
      });
      expect(await app.uploads.finished(id, 'ann')).toMatchObject({ owner: 'ann', size: 5 });
    });

    it.each([randomUUID(), 'undefined', '..%2f..%2fetc%2fpasswd', 'a'.repeat(400)])(
      'an upload %s is not there',
      async (id) => {
        const url = `/api/uploads/${id}`;
        expect((await send(app, 'HEAD', url)).status).toBe(404);
        expect((await patch(app, url, 0, { body: 'x' })).status).toBe(404);
        expect((await send(app, 'DELETE', url)).status).toBe(404);
      },
    );
  });

  describe('the protocol', () => {
    it('every answer names the version; a request without it is refused', async () => {
      const url = await begin(5);
      for (const version of ['', '0.2.2', '2.0.0']) {
        const headers = { 'tus-resumable': version };
        for (const reply of [
          await create(app, 5, { headers }),
          await send(app, 'HEAD', url, { headers }),
          await patch(app, url, 0, { headers, body: 'hello' }),
          await send(app, 'DELETE', url, { headers }),
        ]) {
          expect([reply.status, reply.headers['tus-resumable']]).toEqual([412, '1.0.0']);
          expect(reply.headers['tus-version']).toBe('1.0.0');
        }
      }
      expect((await send(app, 'HEAD', '/api/uploads/x')).headers['tus-resumable']).toBe('1.0.0');
      expect(await offsetOf(url)).toBe(0);
    });

    it('creates, appends piece by piece, and tells the offset', async () => {
      const bytes = randomBytes(3_000_001);
      // One in some thousand would begin as music does.
      bytes[0] = 1;
      const created = await create(app, bytes.length, { headers: named('report.bin') });
      expect(created).toMatchObject({ status: 201, headers: { 'upload-offset': '0' } });
      const url = created.headers.location!;
      expect(url).toMatch(/^\/api\/uploads\/[0-9a-f-]{36}$/);
      for (let at = 0; at < bytes.length; at += 1_000_000) {
        expect(await offsetOf(url)).toBe(at);
        const piece = bytes.subarray(at, at + 1_000_000);
        const reply = await patch(app, url, at, { body: piece });
        expect(reply.status).toBe(204);
        expect(reply.headers['upload-offset']).toBe(String(at + piece.length));
      }
      const head = await send(app, 'HEAD', url);
      expect(head).toMatchObject({
        status: 200,
        headers: {
          'upload-offset': '3000001',
          'upload-length': '3000001',
          'upload-metadata': named('report.bin')['upload-metadata'],
          'cache-control': 'no-store',
        },
      });
      expect((await stored(url)).equals(bytes)).toBe(true);
      expect(await app.uploads.finished(idOf(url), 'ann')).toEqual({
        id: idOf(url),
        owner: 'ann',
        name: 'report.bin',
        size: bytes.length,
        blob: createHash('sha256').update(bytes).digest('hex'),
        mediaType: 'application/octet-stream',
      });
    });

    it('creates with all the bytes in one request', async () => {
      const reply = await create(app, 5, { body: 'hello', headers: named('hello.txt') });
      expect(reply).toMatchObject({ status: 201, headers: { 'upload-offset': '5' } });
      expect((await stored(reply.headers.location!)).toString()).toBe('hello');
    });

    it('creates with the first bytes, and the rest follows', async () => {
      const reply = await create(app, 10, { body: 'hello' });
      expect(reply).toMatchObject({ status: 201, headers: { 'upload-offset': '5' } });
      const url = reply.headers.location!;
      await expect(app.uploads.finished(idOf(url), 'ann')).rejects.toMatchObject({
        code: 'upload/unfinished',
      });
      expect((await patch(app, url, 5, { body: 'again' })).status).toBe(204);
      expect((await stored(url)).toString()).toBe('helloagain');
    });

    it('takes a body that comes in chunks of unknown length', async () => {
      const url = await begin(9);
      const reply = await patch(app, url, 0, {
        write: (request) => {
          request.write('one');
          setTimeout(() => request.end(' twice'), 20);
        },
      });
      expect(reply).toMatchObject({ status: 204, headers: { 'upload-offset': '9' } });
    });

    it.each([1, 4, 99])('refuses offset %i of an upload that stands at 5', async (at) => {
      const url = (await create(app, 10, { body: 'hello' })).headers.location!;
      const reply = await patch(app, url, at, { body: 'again' });
      expect(reply).toMatchObject({ status: 409, problem: { code: 'upload/offset-conflict' } });
      expect(await offsetOf(url)).toBe(5);
    });

    it('goes on with nothing after the end, and with no more than that', async () => {
      const url = (await create(app, 5, { body: 'hello' })).headers.location!;
      expect((await patch(app, url, 5, { body: '' })).status).toBe(204);
      expect((await patch(app, url, 5, { body: '!' })).status).toBe(413);
      expect((await patch(app, url, 0, { body: 'hello' })).status).toBe(409);
    });

    it('refuses a body of another type', async () => {
      const url = await begin(5);
      for (const type of [
        'application/octet-stream',
        'application/json',
        'text/plain',
        'multipart/form-data',
      ]) {
        const headers = { 'content-type': type };
        expect((await patch(app, url, 0, { headers, body: '"hey"' })).status).toBe(415);
        expect((await create(app, 5, { headers, body: '"hey"' })).status).toBe(415);
      }
      expect(await offsetOf(url)).toBe(0);
    });

    it.each([
      ['upload-length', ''],
      ['upload-length', '-1'],
      ['upload-length', '1e3'],
      ['upload-length', '5, 6'],
      ['upload-length', '9'.repeat(40)],
      ['upload-metadata', 'filename !!!'],
      ['upload-metadata', 'filename aGV5 aGV5'],
      ['upload-metadata', 'filename aGV5,filename aGV5'],
      ['upload-metadata', `filename ${encoded(Buffer.from([0xff, 0xfe, 0xfd]))}`],
      ['upload-checksum', 'sha256'],
      ['upload-checksum', 'md5 1B2M2Y8AsgTpgAmY7PhCfg=='],
      ['upload-checksum', 'sha256 AAAA'],
      ['upload-checksum', 'constructor AAAA'],
    ])('%s "%s" is 400', async (name, value) => {
      const reply = await create(app, 5, { body: 'hello', headers: { [name]: value } });
      expect(reply).toMatchObject({ status: 400, problem: { code: 'upload/bad-header' } });
    });

    it('an upload of unknown length is 400', async () => {
      const headers = { 'upload-length': '', 'upload-defer-length': 1 };
      expect((await create(app, 5, { headers })).status).toBe(400);
    });
  });
}
