import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { create, idOf, openTestApp, patch, send, tusOn, type TestApp } from './test-app.js';
import type { OpenStores } from './test-stores.js';

const checksum = (bytes: Buffer | string, algorithm = 'sha256') => ({
  'upload-checksum': `${algorithm} ${createHash(algorithm).update(bytes).digest('base64')}`,
});

/** Checksums and the ends of uploads, on whatever stores. */
export function checkedUploads(open: OpenStores): void {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp({ limits: { maxBytes: 5_000_000 }, open });
  });
  afterAll(() => app.close());

  const { begin, offsetOf, stored } = tusOn(() => app);

  describe('checksum', () => {
    it.each(['sha256', 'sha1'])('takes bytes that fit their %s', async (algorithm) => {
      const url = await begin(10);
      const first = await patch(app, url, 0, {
        body: 'hello',
        headers: checksum('hello', algorithm),
      });
      expect(first.status).toBe(204);
      const rest = await patch(app, url, 5, {
        body: 'again',
        headers: checksum('again', algorithm),
      });
      expect(rest.status).toBe(204);
      expect((await stored(url)).toString()).toBe('helloagain');
    });

    it('discards bytes that do not, and takes them again', async () => {
      const url = await begin(10);
      await patch(app, url, 0, { body: 'hello', headers: checksum('hello') });
      const wrong = await patch(app, url, 5, { body: 'AGAIN', headers: checksum('again') });
      expect(wrong).toMatchObject({ status: 460, problem: { code: 'upload/checksum-mismatch' } });
      expect(await offsetOf(url)).toBe(5);
      expect((await patch(app, url, 5, { body: 'again', headers: checksum('again') })).status).toBe(
        204,
      );
      const { blob } = await app.uploads.finished(idOf(url), 'ann');
      expect(blob).toBe(createHash('sha256').update('helloagain').digest('hex'));
      expect((await stored(url)).toString()).toBe('helloagain');
    });

    it('leaves nothing of a creation whose bytes do not fit', async () => {
      const before = await app.left();
      const reply = await create(app, 5, { body: 'HELLO', headers: checksum('hello') });
      expect(reply.status).toBe(460);
      expect(await app.left()).toEqual(before);
    });
  });

  describe('termination', () => {
    it('is for good', async () => {
      const url = (await create(app, 10, { body: 'hello' })).headers.location!;
      expect((await send(app, 'DELETE', url)).status).toBe(204);
      expect((await send(app, 'HEAD', url)).status).toBe(410);
      const reply = await patch(app, url, 5, { body: 'again' });
      expect(reply).toMatchObject({ status: 410, problem: { code: 'upload/ended' } });
      expect((await send(app, 'DELETE', url)).status).toBe(410);
      expect((await send(app, 'HEAD', url, { as: 'bob' })).status).toBe(404);
      expect((await app.left()).filter((file) => file === `${idOf(url)}.part`)).toEqual([]);
      await expect(app.uploads.finished(idOf(url), 'ann')).rejects.toMatchObject({
        code: 'upload/not-found',
      });
    });

    it('ends a finished upload too', async () => {
      const url = (await create(app, 5, { body: 'hello' })).headers.location!;
      expect((await send(app, 'DELETE', url)).status).toBe(204);
      await expect(app.uploads.finished(idOf(url), 'ann')).rejects.toThrow();
    });
  });
}
