import { randomBytes } from 'node:crypto';
import { truncate } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  create,
  encoded,
  idOf,
  named,
  openTestApp,
  patch,
  send,
  type Sent,
  type TestApp,
} from './test-app.js';

const MIB = 1 << 20;
const QUICK = { compressionLevel: 2 };
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ limits: { maxBytes: MIB } });
});
afterAll(() => app.close());

const put = (bytes: Buffer | string, name = 'file', more: Sent = {}) =>
  create(app, Buffer.byteLength(bytes), {
    ...more,
    body: bytes as string,
    headers: { ...named(name), ...more.headers },
  });
const finished = async (bytes: Buffer | string, name?: string) => {
  const { headers } = await put(bytes, name);
  return app.uploads.finished(idOf(headers.location!), 'ann');
};
const image = async (bytes: Buffer | string) => {
  const { headers } = await put(bytes, 'me.png');
  return app.uploads.finishedImage(idOf(headers.location!), 'ann');
};

it('B36 a form, an unfinished form and a body without a type are refused, and the next file is taken', async () => {
  const form = { 'content-type': 'multipart/form-data; boundary=x' };
  for (const headers of [form, { 'content-type': 'multipart/form-data' }, { 'content-type': '' }]) {
    expect((await put('--x\r\ncut', 'a', { headers })).status).toBe(415);
  }
  expect((await put('fine')).status).toBe(201);
});

it('B37 an empty file is refused', async () => {
  expect(await create(app, 0)).toMatchObject({
    status: 400,
    problem: { code: 'upload/empty', detail: 'The file is empty' },
  });
});

describe('B38 a file over the limit', () => {
  const tooLarge = { status: 413, problem: { code: 'upload/too-large' } };

  it('is refused by the length that it announces', async () => {
    expect(await create(app, MIB + 1)).toMatchObject(tooLarge);
    expect((await create(app, MIB)).status).toBe(201);
  });

  it('is refused when more comes than was announced, and nothing is kept of a creation', async () => {
    const before = await app.left();
    const body = randomBytes(3 * MIB);
    expect(await create(app, 1000, { body })).toMatchObject(tooLarge);
    const write: Sent['write'] = (request) => request.end(body);
    const headers = { 'content-type': 'application/offset+octet-stream' };
    expect(await create(app, 1000, { headers, write })).toMatchObject(tooLarge);
    expect(await app.left()).toEqual(before);
  });

  it('loses what a lying request brought, and can still be sent rightly', async () => {
    const url = (await create(app, 10)).headers.location!;
    const write: Sent['write'] = (request) => request.end(randomBytes(200_000));
    expect(await patch(app, url, 0, { body: 'hello world' })).toMatchObject(tooLarge);
    expect(await patch(app, url, 0, { write })).toMatchObject(tooLarge);
    expect((await send(app, 'HEAD', url)).headers['upload-offset']).toBe('0');
    expect((await patch(app, url, 0, { body: '0123456789' })).status).toBe(204);
  });
});

describe('B39, B40 the name', () => {
  it.each([
    ['résumé 資料.pdf', 'résumé 資料.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\temp\\x.txt', 'x.txt'],
    ['a"\r\nSet-Cookie: x', 'a"Set-Cookie: x'],
    ['', 'file'],
  ])('%j is kept as %j', async (name, kept) =>
    expect((await finished('text', name)).name).toBe(kept),
  );

  it('is given back byte for byte, and is cut at 255 bytes', async () => {
    const { headers } = await put('text', 'résumé 資料.pdf');
    const { headers: head } = await send(app, 'HEAD', headers.location!);
    expect(head['upload-metadata']).toBe(`filename ${encoded('résumé 資料.pdf')}`);
    expect(Buffer.byteLength((await finished('text', `${'n'.repeat(5000)}.txt`)).name)).toBe(255);
  });

  it('may be missing', async () => {
    const { headers } = await create(app, 4, { body: 'text' });
    expect((await app.uploads.finished(idOf(headers.location!), 'ann')).name).toBe('file');
  });
});

describe('B41 what a browser could run', () => {
  it.each([
    '<!doctype html><script>alert(1)</script>',
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    'MIME-Version: 1.0\nContent-Type: multipart/related\n\n<script>',
  ])('%j is text, whatever the sender says', async (text) => {
    const headers = {
      'upload-metadata': `filename ${encoded('x.png')},filetype ${encoded('image/png')}`,
    };
    const reply = await create(app, text.length, { body: text, headers });
    const { mediaType } = await app.uploads.finished(idOf(reply.headers.location!), 'ann');
    expect(mediaType).toBe('text/plain');
  });
});

it('keeps the character set that is declared with a text', async () => {
  const filetype = encoded('text/plain; charset=windows-1251');
  const headers = { 'upload-metadata': `filename ${encoded('a.txt')},filetype ${filetype}` };
  const reply = await create(app, 4, { body: 'text', headers });
  const { mediaType } = await app.uploads.finished(idOf(reply.headers.location!), 'ann');
  expect(mediaType).toBe('text/plain; charset=windows-1251');
});

describe('B42 a program', () => {
  const refused = {
    status: 415,
    problem: { code: 'upload/type-not-allowed', detail: 'This file type is not allowed' },
  };

  it.each(['exe', 'bat', 'cmd', 'com', 'scr', 'lnk', 'msi', 'ps1', 'vbs', 'EXE'])(
    '.%s is refused before its bytes come',
    async (extension) => {
      const headers = named(`setup.${extension}`);
      expect(await create(app, 100, { headers })).toMatchObject(refused);
    },
  );
  it('is not hidden by a NUL, a dot or a change of direction', async () => {
    for (const name of ['a\0.exe', 'a.exe.', 'a.e\u202exe', 'x/../a.exe ']) {
      expect(await put('text', name)).toMatchObject(refused);
    }
  });
  it('is refused by its content, at once or after the last piece, and nothing stays', async () => {
    const before = await app.left();
    const program = Buffer.concat([Buffer.from('MZ\x90\0'), randomBytes(5000)]);
    expect(await put(program, 'holiday.jpg')).toMatchObject(refused);
    const url = (await create(app, program.length)).headers.location!;
    await patch(app, url, 0, { body: program.subarray(0, 1) });
    expect(await patch(app, url, 1, { body: program.subarray(1) })).toMatchObject(refused);
    expect((await send(app, 'HEAD', url)).status).toBe(404);
    expect(await app.left()).toEqual(before);
  });
});

describe('B44 an image of a person', () => {
  const plain = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: 'green' }, limitInputPixels: false });
  const noise = () =>
    sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } });

  it.each(['png', 'jpeg', 'gif', 'webp'] as const)('may be a %s', async (format) => {
    const bytes = await noise().toFormat(format).toBuffer();
    expect((await image(bytes)).mediaType).toBe(`image/${format}`);
  });

  it.each(['<svg xmlns="http://www.w3.org/2000/svg"/>', '%PDF-1.7', 'https://x.example/me.png'])(
    'may not be %j',
    (text) =>
      expect(image(text)).rejects.toMatchObject({ code: 'image/type-not-allowed', status: 415 }),
  );

  it('may not have 50,000 x 50,000 pixels, nor a little over 50 million', async () => {
    const small = await plain(10, 10).png().toBuffer();
    small.writeUInt32BE(50_000, 16);
    small.writeUInt32BE(50_000, 20);
    const refused = { code: 'image/too-large', status: 422 };
    await expect(image(await fixed(small))).rejects.toMatchObject(refused);
    await expect(image(await plain(10_001, 5000).png(QUICK).toBuffer())).rejects.toMatchObject(
      refused,
    );
    expect((await image(await plain(10_000, 5000).png(QUICK).toBuffer())).size).toBeGreaterThan(0);
  });

  it.each(['png', 'jpeg', 'webp', 'gif'] as const)('may not be a cut %s', async (format) => {
    const bytes = await noise().toFormat(format).toBuffer();
    await expect(image(bytes.subarray(0, bytes.length / 2))).rejects.toMatchObject({
      code: 'image/unreadable',
      status: 422,
    });
  });

  it.each(['jpeg', 'webp', 'png'] as const)(
    'keeps nothing that a camera wrote into a %s',
    async (format) => {
      const taken = await plain(40, 20)
        .withExif({ IFD0: { Copyright: 'Ann' }, IFD3: { GPSLatitude: '52/1 13/1 0/1' } })
        .withMetadata({ orientation: 6 })
        .toFormat(format)
        .toBuffer();
      expect((await sharp(taken).metadata()).exif).toBeDefined();
      const { blob, size } = await image(taken);
      const kept = await buffer(await app.blobs.read(blob));
      expect(kept.length).toBe(size);
      const { exif, orientation = 1, width, height } = await sharp(kept).metadata();
      expect({ exif, orientation, width, height }).toEqual({
        ...{ exif: undefined, orientation: 1, width: 20, height: 40 },
      });
      expect(kept.includes('Ann')).toBe(false);
    },
  );

  it('stays as it is where it tells no more than it shows', async () => {
    const bytes = await noise().jpeg().toBuffer();
    const { blob } = await image(bytes);
    expect(await buffer(await app.blobs.read(blob))).toEqual(bytes);
  });

  it('must be finished, and one of its own', async () => {
    const { headers } = await create(app, 100);
    const id = idOf(headers.location!);
    await expect(app.uploads.finishedImage(id, 'ann')).rejects.toMatchObject({
      code: 'upload/unfinished',
    });
    await expect(app.uploads.finishedImage(id, 'bob')).rejects.toMatchObject({
      code: 'upload/not-found',
    });
  });
});

it('is of no use any more after a day', async () => {
  const { headers } = await put('old');
  const id = idOf(headers.location!);
  const record = await app.staging.find(id);
  const at = Date.now() - 24.1 * 3_600_000;
  await app.staging.save({ ...record!, finished: { ...record!.finished!, at } });
  await expect(app.uploads.finished(id, 'ann')).rejects.toMatchObject({ code: 'upload/not-found' });
});

describe('F21 a full disk', () => {
  const full = { status: 507, problem: { code: 'upload/storage-full', detail: 'Storage is full' } };

  it.each([{ leaveFreeBytes: Infinity }, { leaveFreePart: 1 }])(
    'is not filled up: %j',
    async (limits) => {
      const careful = await openTestApp({ limits });
      expect(await create(careful, 5)).toMatchObject(full);
      expect(await create(careful, 5, { body: 'hello' })).toMatchObject(full);
      await careful.close();
    },
  );

  it('keeps what had found room, and goes on later', async () => {
    let room = false;
    const noRoom = Object.assign(new Error('no room'), { code: 'ENOSPC' });
    const tight = await openTestApp({
      staging: (disk) => ({
        ...disk,
        async receive(record, source, options) {
          if (room) return disk.receive(record, source, options);
          await disk.receive(record, source, options);
          await truncate((await disk.staged(record)).file!, options.at + 3);
          const { storage } = await import('@feusa/files/blobs/disk-faults');
          return storage(() => Promise.reject(noRoom));
        },
      }),
    });
    expect(await create(tight, 5, { body: 'hello' })).toMatchObject(full);
    expect(await tight.left()).toEqual([]);
    const url = (await create(tight, 10)).headers.location!;
    expect(await patch(tight, url, 0, { body: 'hello' })).toMatchObject(full);
    expect((await send(tight, 'HEAD', url)).headers['upload-offset']).toBe('3');
    room = true;
    expect((await patch(tight, url, 3, { body: 'lo then' })).status).toBe(204);
    const { blob } = await tight.uploads.finished(idOf(url), 'ann');
    expect(await tight.blobs.size(blob)).toBe(10);
    await tight.close();
  });
});

/** A PNG whose header says another size, with its checksum made right again. */
async function fixed(png: Buffer): Promise<Buffer> {
  const { crc32 } = await import('node:zlib');
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}
