import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { get, openTestApp, type OpenBlobs, type TestApp } from './test-app.js';

const SANDBOX = "sandbox; default-src 'none';";
const idIn = (url: string) => url.slice('/files/'.length);

/** Files and their parts, from whatever blobs. */
export function servedFiles(open?: OpenBlobs): void {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp(open);
  });
  afterAll(() => app.close());

  describe('the whole file', () => {
    it('comes byte for byte, with its name, as something to save', async () => {
      const bytes = randomBytes(3_000_000);
      const url = await app.put(bytes, 'résumé 資料.pdf', 'application/pdf');
      const reply = await get(app, url);
      expect(reply.body.equals(bytes)).toBe(true);
      expect(reply).toMatchObject({
        status: 200,
        headers: {
          'content-type': 'application/pdf',
          'content-length': '3000000',
          'accept-ranges': 'bytes',
          etag: `"${app.files.get(idIn(url))!.blob}"`,
          'content-disposition': `attachment; filename="r_sum_ __.pdf"; filename*=UTF-8''r%C3%A9sum%C3%A9%20%E8%B3%87%E6%96%99.pdf`,
          'x-content-type-options': 'nosniff',
          'content-security-policy': expect.stringContaining(SANDBOX),
          'cross-origin-resource-policy': 'same-origin',
          'cache-control': 'private, no-cache',
        },
      });
    });

    it('HEAD tells the same and sends nothing', async () => {
      const url = await app.put('some text', 'a.txt', 'text/plain');
      const [whole, head] = [await get(app, url), await get(app, url, {}, { method: 'HEAD' })];
      expect(head.status).toBe(200);
      expect(head.body.length).toBe(0);
      const date = expect.any(String) as unknown as string;
      expect({ ...head.headers, date }).toEqual({ ...whole.headers, date });
    });

    it('is not sent again to who has it', async () => {
      const url = await app.put('some text', 'a.txt', 'text/plain');
      const { etag } = (await get(app, url)).headers;
      const reply = await get(app, url, { 'if-none-match': etag });
      expect([reply.status, reply.body.length, reply.headers.etag]).toEqual([304, 0, etag]);
      expect((await get(app, url, { 'if-none-match': '"other"' })).status).toBe(200);
    });
  });

  describe('B45 ranges', () => {
    const bytes = randomBytes(2_000_000);
    let url: string;
    beforeAll(async () => {
      url = await app.put(bytes, 'big.bin', 'application/octet-stream');
    });

    it.each([
      ['bytes=0-99', 0, 99],
      ['bytes=1000000-', 1_000_000, 1_999_999],
      ['bytes=-500', 1_999_500, 1_999_999],
      ['bytes=1999999-9999999', 1_999_999, 1_999_999],
      [`bytes=${Array.from({ length: 1000 }, (_, n) => `${n * 10}-${n * 10 + 1}`).join()}`, 0, 1],
    ])('%.30s', async (range, start, end) => {
      const reply = await get(app, url, { range });
      expect(reply.status).toBe(206);
      expect(reply.headers['content-range']).toBe(`bytes ${start}-${end}/2000000`);
      expect(reply.body.equals(bytes.subarray(start, end + 1))).toBe(true);
    });

    it.each(['bytes=5-2', 'bytes=2000000-', 'bytes=-0'])('%s is 416', async (range) => {
      const reply = await get(app, url, { range });
      expect([reply.status, reply.headers['content-range']]).toEqual([416, 'bytes */2000000']);
      expect(reply.headers['content-type']).toMatch('application/problem+json');
      const problem: unknown = JSON.parse(reply.body.toString());
      expect(problem).toMatchObject({ status: 416, code: 'file/no-such-range' });
    });

    it('what is no range is ignored', async () =>
      expect((await get(app, url, { range: 'bytes=x-y' })).status).toBe(200));

    it('goes on only where the bytes are still the same', async () => {
      const range = 'bytes=5-9';
      const { etag = '' } = (await get(app, url)).headers;
      expect((await get(app, url, { range, 'if-range': etag })).status).toBe(206);
      expect((await get(app, url, { range, 'if-range': '"other"' })).status).toBe(200);
    });

    it('HEAD tells of a range', async () => {
      const reply = await get(app, url, { range: 'bytes=0-9' }, { method: 'HEAD' });
      expect([reply.status, reply.headers['content-length'], reply.body.length]).toEqual([
        206,
        '10',
        0,
      ]);
    });

    it('a download that broke off is put together from its parts', async () => {
      const first = await get(app, url, { range: 'bytes=0-1234566' });
      const { etag = '' } = first.headers;
      const rest = await get(app, url, { range: 'bytes=1234567-', 'if-range': etag });
      expect(Buffer.concat([first.body, rest.body]).equals(bytes)).toBe(true);
    });
  });

  it('many at once, whole and in parts, are not mixed up', async () => {
    const all = await Promise.all(
      Array.from({ length: 30 }, async (_, n) => {
        const bytes = randomBytes(200_000 + n * 50_000);
        return { bytes, url: await app.put(bytes, `${n}`, 'application/octet-stream') };
      }),
    );
    const replies = await Promise.all(
      all.flatMap(({ url }) => [get(app, url), get(app, url, { range: 'bytes=100-' })]),
    );
    all.forEach(({ bytes }, n) => {
      expect(replies[2 * n]!.body.equals(bytes)).toBe(true);
      expect(replies[2 * n + 1]!.body.equals(bytes.subarray(100))).toBe(true);
    });
  });
}
