import { readdir } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { get, openTestApp, type TestApp } from './test-app.js';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const idIn = (url: string) => url.slice('/files/'.length);

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

  it('of a bomb are refused by what it says of itself, and others are made beside it', async () => {
    const bomb = await photo(1, 1).png().toBuffer();
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(60_000, 20);
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
    const all = [bomb, Buffer.from('no picture'), await photo(7000, 7000).png().toBuffer()];
    const urls = await Promise.all(all.map((bytes) => app.put(bytes, 'p.png', 'image/png')));
    const replies = await Promise.all(urls.map((url) => get(app, `${url}/thumbnail?size=96`)));
    const codes = replies.map(({ status, body }) =>
      status === 200 ? 200 : JSON.parse(body.toString()).code,
    );
    expect(codes).toEqual(['image/too-large', 'image/unreadable', 200]);
  });

  it('asked for many at once are all made', async () => {
    const urls = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const bytes = await photo(30 + index, 20)
          .png()
          .toBuffer();
        return app.put(bytes, `${index}.png`, 'image/png');
      }),
    );
    const replies = await Promise.all(urls.map((url) => get(app, `${url}/thumbnail?size=320`)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('that nobody waits for any more are not made, and those asked for last are made first', async () => {
    const bytes = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        photo(50, 100 + index)
          .png()
          .toBuffer(),
      ),
    );
    const urls = await Promise.all(bytes.map((each) => app.put(each, 'p.png', 'image/png')));
    const blobs = urls.map((url) => app.files.get(idIn(url))!.blob);
    const original = app.blobs.read.bind(app.blobs);
    const held: (() => void)[] = [];
    const read: string[] = [];
    const spy = jest.spyOn(app.blobs, 'read').mockImplementation(async (blob, range) => {
      read.push(blob);
      if (read.length <= 2) await new Promise<void>((go) => held.push(go));
      return original(blob, range);
    });
    const asked = jest.spyOn(app.thumbnails, 'of');
    const answers = [];
    const left: http.ClientRequest[] = [];
    for (const [index, url] of urls.entries()) {
      const address = `${url}/thumbnail?size=96`;
      if (index === 3) left.push(leaving(app.port, address));
      else answers.push(get(app, address));
      await poll(() => asked.mock.calls.length).toBe(index + 1);
      if (index < 2) await poll(() => held.length).toBe(index + 1);
    }
    const [gone] = asked.mock.calls[3]!.slice(2) as [AbortSignal];
    left[0]!.destroy();
    await poll(() => gone.aborted).toBe(true);
    expect((await get(app, urls[3]!)).body.equals(bytes[3]!)).toBe(true);
    held.forEach((go) => go());
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
    expect(read.toSorted()).toEqual(blobs.filter((_, index) => index !== 3).toSorted());
    expect(read.indexOf(blobs[5]!)).toBeLessThan(read.indexOf(blobs[2]!));
    spy.mockRestore();
    asked.mockRestore();
  });
});

function leaving(port: number, url: string): http.ClientRequest {
  const headers = { cookie: 'feusa_session=ann' };
  const request = http.get({ port, host: '127.0.0.1', path: url, agent: false, headers });
  return request.on('error', () => undefined);
}
