import { randomBytes, randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { waitUntil } from '@feusa/testing/wait';
import { get, openTestApp, type TestApp } from './test-app.js';
import { servedFiles } from './test-files.js';

servedFiles();

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const SANDBOX = "sandbox; default-src 'none';";
const idIn = (url: string) => url.slice('/files/'.length);

describe('who may have what', () => {
  it('B46 nobody who is signed out', async () => {
    const url = await app.put('secret', 'a.txt', 'text/plain');
    for (const address of [url, `${url}/thumbnail?size=96`, `/files/${randomUUID()}`]) {
      expect((await get(app, address, {}, { as: '' })).status).toBe(401);
    }
  });

  it('B46 ids that are unknown, removed, guessed or no ids are 404', async () => {
    const url = await app.put('removed', 'a.txt', 'text/plain');
    const blob = app.files.get(idIn(url))!.blob;
    app.files.delete(idIn(url));
    for (const id of [
      idIn(url),
      blob,
      randomUUID(),
      'undefined',
      'null',
      '..%2f..%2fetc%2fpasswd',
    ]) {
      const reply = await get(app, `/files/${id}`);
      expect([reply.status, JSON.parse(reply.body.toString())]).toMatchObject([
        404,
        { code: 'file/not-found' },
      ]);
      expect((await get(app, `/files/${id}/thumbnail?size=96`)).status).toBe(404);
    }
  });

  it('waits for a position that is asked for, and takes no other word for one', async () => {
    const url = await app.put('text', 'a.txt', 'text/plain');
    const find = jest.spyOn(app.lookup, 'find');
    expect((await get(app, `${url}?after=7&inline=1`)).status).toBe(200);
    const ann = { id: 'ann', email: 'ann@x.example', role: 'basic' } as const;
    expect(find).toHaveBeenLastCalledWith(idIn(url), { after: 7 }, ann);
    expect((await get(app, `${url}?after=soon`)).status).toBe(400);
    find.mockRestore();
  });

  it('an id is found in any case', async () => {
    const url = await app.put('text', 'a.txt', 'text/plain');
    expect((await get(app, `/files/${idIn(url).toUpperCase()}`)).status).toBe(200);
  });

  it('bytes that the store has lost are a fault, told without a path', async () => {
    const url = await app.put('lost', 'a.txt', 'text/plain');
    await app.blobs.remove(app.files.get(idIn(url))!.blob);
    const reply = await get(app, url);
    expect(reply.status).toBe(500);
    expect(reply.body.toString()).not.toMatch(/\/|blob/);
  });
});

describe('B41 what a browser may show', () => {
  const page = '<!doctype html><script>document.title="ran"</script>';

  it.each(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'application/pdf'])(
    '%s, where it is asked for',
    async (type) => {
      const url = await app.put(page, 'x.html', type);
      expect((await get(app, url)).headers['content-disposition']).toMatch(/^attachment/);
      const { headers } = await get(app, `${url}?inline=1`);
      expect(headers['content-disposition']).toMatch(/^inline/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['content-security-policy']).toContain(SANDBOX);
    },
  );

  it.each([
    'text/html',
    'image/svg+xml',
    'text/plain',
    'application/xml',
    'application/xhtml+xml',
    'video/mp4',
  ])('%s never', async (type) => {
    const url = await app.put(page, 'x.png', type);
    for (const address of [
      url,
      `${url}?inline=1`,
      `${url}?inline=1&inline=1`,
      `${url}?inline=true`,
    ]) {
      const { headers } = await get(app, address);
      expect(headers['content-disposition']).toMatch(/^attachment/);
      expect(headers['content-security-policy']).toContain(SANDBOX);
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
  });

  it('B39 a name cannot leave its header', async () => {
    const url = await app.put('x', 'a"\r\nSet-Cookie: evil=1\r\n\r\n<script>', 'text/plain');
    const { headers, body } = await get(app, url);
    expect(headers['set-cookie']).toBeUndefined();
    expect(body.toString()).toBe('x');
  });
});

it('readers that go away leave no open file behind', async () => {
  const url = await app.put(randomBytes(20_000_000), 'big', 'application/octet-stream');
  const openFiles = async () => (await readdir('/proc/self/fd').catch(() => [])).length;
  const before = await openFiles();
  for (let round = 0; round < 20; round++) {
    const request = http.get({
      ...{ port: app.port, host: '127.0.0.1', path: url, agent: false },
      headers: { cookie: 'feusa_session=ann' },
    });
    request.on('error', () => undefined);
    request.on('response', (response) => void setTimeout(() => response.destroy(), 2));
    await pause(5);
  }
  await waitUntil(async () => (await openFiles()) <= before + 1, { timeout: 20_000 });
  expect((await get(app, url)).body.length).toBe(20_000_000);
});

describe('thumbnails', () => {
  const photo = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: 'orange' } });
  const sizeOf = async (bytes: Buffer) => {
    const { format, width, height } = await sharp(bytes).metadata();
    return { format, width, height };
  };

  it.each(['png', 'jpeg', 'gif', 'webp'] as const)('of a %s, in both sizes', async (format) => {
    const url = await app.put(
      await photo(800, 400).toFormat(format).toBuffer(),
      'p',
      `image/${format}`,
    );
    const small = await get(app, `${url}/thumbnail?size=96`);
    expect([small.status, small.headers['content-type']]).toEqual([200, 'image/webp']);
    expect(await sizeOf(small.body)).toEqual({ format: 'webp', width: 96, height: 96 });
    const large = await get(app, `${url}/thumbnail?size=320`);
    expect(await sizeOf(large.body)).toEqual({ format: 'webp', width: 320, height: 160 });
    const { blob } = app.files.get(idIn(url))!;
    expect(await readdir(path.join(app.home, 'thumbnails'))).toEqual(
      expect.arrayContaining([`${blob}-96.webp`, `${blob}-320.webp`]),
    );
    expect((await get(app, `${url}/thumbnail?size=96`)).body.equals(small.body)).toBe(true);
  });

  it('stand upright', async () => {
    const turned = await photo(400, 200).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const url = await app.put(turned, 'p.jpg', 'image/jpeg');
    const { body } = await get(app, `${url}/thumbnail?size=320`);
    expect(await sizeOf(body)).toEqual({ format: 'webp', width: 160, height: 320 });
  });

  it('are not sent again to who has them', async () => {
    const url = await app.put(await photo(20, 20).png().toBuffer(), 'p.png', 'image/png');
    const { etag } = (await get(app, `${url}/thumbnail?size=96`)).headers;
    expect((await get(app, `${url}/thumbnail?size=96`, { 'if-none-match': etag })).status).toBe(
      304,
    );
    expect((await get(app, `${url}/thumbnail?size=320`, { 'if-none-match': etag })).status).toBe(
      200,
    );
  });

  it('asked for by many at once are made once', async () => {
    const bytes = await photo(3000, 2000).jpeg().toBuffer();
    const url = await app.put(bytes, 'p.jpg', 'image/jpeg');
    const read = jest.spyOn(app.blobs, 'read');
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => get(app, `${url}/thumbnail?size=320`)),
    );
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    expect(read).toHaveBeenCalledTimes(1);
    read.mockRestore();
  });

  it.each(['', '?size=97', '?size=1e9', '?size=96&size=320', '?size='])(
    '%s is no size',
    async (query) => {
      const url = await app.put(await photo(20, 20).png().toBuffer(), 'p.png', 'image/png');
      expect((await get(app, `${url}/thumbnail${query}`)).status).toBe(400);
    },
  );

  it('there are none of other types', async () => {
    for (const type of ['application/pdf', 'image/svg+xml', 'text/plain']) {
      const url = await app.put('<svg/>', 'x', type);
      expect((await get(app, `${url}/thumbnail?size=96`)).status).toBe(404);
    }
  });

  it('of what cannot be read is 422, and is not tried again', async () => {
    const cut = (await photo(300, 300).png().toBuffer()).subarray(0, 60);
    const url = await app.put(cut, 'p.png', 'image/png');
    const read = jest.spyOn(app.blobs, 'read');
    expect((await get(app, `${url}/thumbnail?size=96`)).status).toBe(422);
    expect((await get(app, `${url}/thumbnail?size=320`)).status).toBe(422);
    expect(read).toHaveBeenCalledTimes(1);
    read.mockRestore();
  });

  it('of more than 50 million pixels is 422', async () => {
    const huge = await sharp({
      create: { width: 10_001, height: 5000, channels: 3, background: 'red' },
    })
      .png({ compressionLevel: 2 })
      .toBuffer();
    const url = await app.put(huge, 'p.png', 'image/png');
    const reply = await get(app, `${url}/thumbnail?size=96`);
    expect([reply.status, JSON.parse(reply.body.toString()).code]).toEqual([
      422,
      'image/too-large',
    ]);
  });
});
