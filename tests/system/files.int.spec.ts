import { BLOBS, type Blobs } from '@feusa/files/blobs/port';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { TusUploads } from '@feusa/command/uploads/tus-uploads';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { employee, type Person } from './test-calls.js';
import { Product } from './test-product.js';

const DAY = 86_400_000;
const TUS = { 'tus-resumable': '1.0.0' };
const BYTES = { ...TUS, 'content-type': 'application/offset+octet-stream' };

let product: Product;
let folder: string;
beforeAll(async () => {
  product = await Product.open({ FEUSA_MAX_UPLOAD_MB: '8' });
  folder = (await product.done('add-folder', { name: 'Manuals', parentId: null })).id;
});
afterAll(() => product.close());

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const metadata = (name: string) => ({
  'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
});

/** One request of raw bytes, as the person; the answer's body is read whole. */
async function raw(method: string, url: string, as: Person, init: RequestInit = {}) {
  const cookie = as.cookie ?? '';
  const response = await fetch(product.address + url, {
    method,
    ...init,
    headers: { cookie, ...(init.headers as Record<string, string>) },
  });
  return {
    ...response,
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}
const get = (url: string, as = product.people.basic, headers = {}) =>
  raw('GET', url, as, { headers });

async function upload(bytes: Buffer, name = 'file.bin', as = product.people.admin) {
  const headers = { ...BYTES, ...metadata(name), 'upload-length': String(bytes.length) };
  const reply = await raw('POST', '/api/uploads', as, { headers, body: new Uint8Array(bytes) });
  if (reply.status !== 201) throw new Error(reply.bytes.toString());
  return reply.headers.get('location')!.slice('/api/uploads/'.length);
}
const addFile = async (bytes: Buffer, name?: string, folderId = folder) =>
  (await product.done('add-file', { folderId, uploadId: await upload(bytes, name) })).id;
const picture = (format: 'png' | 'jpeg' | 'webp' | 'gif') =>
  sharp({ create: { width: 400, height: 200, channels: 3, background: 'olive' } })
    .toFormat(format)
    .toBuffer();

describe('a file', () => {
  it('is uploaded, added as one event, listed and served to everybody who is signed in', async () => {
    const bytes = randomBytes(3_000_000);
    // One in some thousand would begin as music does.
    bytes[0] = 1;
    const uploadId = await upload(bytes, 'résumé 資料.pdf');
    let id = '';
    const events = await product.appends(async () => {
      ({ id } = await product.done('add-file', { folderId: folder, uploadId }));
    });
    expect(events).toEqual(['FileAdded']);
    const { docs } = (await product.get(`/api/folders/${folder}`)).body as { docs: object[] };
    expect(docs).toContainEqual(
      expect.objectContaining({
        ...{ id, type: 'doc', name: 'résumé 資料.pdf', url: `/files/${id}` },
        ...{ size: bytes.length, mediaType: 'application/octet-stream' },
      }),
    );
    for (const person of Object.values(product.people)) {
      expect((await get(`/files/${id}`, person)).bytes.equals(bytes)).toBe(true);
    }
    expect((await get(`/files/${id}`, { id: '' })).status).toBe(401);
    const part = await get(`/files/${id}`, product.people.basic, { range: 'bytes=100-199' });
    expect([part.status, part.bytes.equals(bytes.subarray(100, 200))]).toEqual([206, true]);
  });

  it('needs an upload that is finished, known and of the same person; else nothing happens', async () => {
    const { admin, basic } = product.people;
    const headers = { ...TUS, 'upload-length': '100' };
    const { headers: begun } = await raw('POST', '/api/uploads', admin, { headers });
    const unfinished = begun.get('location')!.slice('/api/uploads/'.length);
    const other = await product.newPerson('admin', 'other@feusa.example');
    const foreign = await upload(Buffer.from('hers'), 'a.txt', other);
    const events = await product.appends(async () => {
      for (const [uploadId, status, code] of [
        [unfinished, 409, 'upload/unfinished'],
        [foreign, 404, 'upload/not-found'],
        [randomUUID(), 404, 'upload/not-found'],
      ]) {
        const answer = await product.command('add-file', { folderId: folder, uploadId });
        expect(answer).toMatchObject({ status, body: { code } });
      }
      const none = await product.command('add-file', { folderId: folder });
      expect(none).toMatchObject({
        status: 400,
        body: { fields: { uploadId: 'Please choose a file' } },
      });
      const theirs = await product.command(
        'add-file',
        { folderId: folder, uploadId: foreign },
        basic,
      );
      expect(theirs.status).toBe(403);
    });
    expect(events).toEqual([]);
  });

  it('is gone when it or a folder above it is removed, and comes back with it', async () => {
    const top = (await product.done('add-folder', { name: 'Top', parentId: null })).id;
    const sub = (await product.done('add-folder', { name: 'Sub', parentId: top })).id;
    const id = await addFile(Buffer.from('kept'), 'kept.txt', sub);
    await product.done('remove-file', { id }, product.people.basic);
    expect((await get(`/files/${id}`)).status).toBe(404);
    await product.done('restore-file', { id });
    expect((await get(`/files/${id}`)).bytes.toString()).toBe('kept');
    await product.done('remove-folder', { id: top });
    expect((await get(`/files/${id}`)).status).toBe(404);
    await product.done('restore-folder', { id: top });
    expect((await get(`/files/${id}`)).bytes.toString()).toBe('kept');
  });

  it('over the limit or of a refused kind leaves no event', async () => {
    const events = await product.appends(async () => {
      await expect(upload(Buffer.alloc(9 << 20))).rejects.toThrow('upload/too-large');
      await expect(upload(Buffer.from('x'), 'setup.exe')).rejects.toThrow(
        'upload/type-not-allowed',
      );
      await expect(upload(Buffer.from('MZ\x90\0program'), 'a.pdf')).rejects.toThrow(
        'upload/type-not-allowed',
      );
    });
    expect(events).toEqual([]);
  });

  it('goes on being uploaded after a restart', async () => {
    const bytes = randomBytes(2_000_000);
    const { admin } = product.people;
    const headers = { ...BYTES, ...metadata('a.bin'), 'upload-length': String(bytes.length) };
    const first = new Uint8Array(bytes.subarray(0, 700_000));
    const begun = await raw('POST', '/api/uploads', admin, { headers, body: first });
    const url = begun.headers.get('location')!;
    await product.restart();
    const head = await raw('HEAD', url, admin, { headers: TUS });
    expect(head.headers.get('upload-offset')).toBe('700000');
    const rest = new Uint8Array(bytes.subarray(700_000));
    const go = { ...BYTES, 'upload-offset': '700000' };
    expect((await raw('PATCH', url, admin, { headers: go, body: rest })).status).toBe(204);
    const uploadId = url.slice('/api/uploads/'.length);
    const { id } = await product.done('add-file', { folderId: folder, uploadId });
    expect(hash((await get(`/files/${id}`)).bytes)).toBe(hash(bytes));
  });
});

describe('an image of a person', () => {
  const add = (uploadId: string) =>
    product.command('add-employee', { ...employee, email: `${randomUUID()}@x.example`, uploadId });

  it.each(['png', 'jpeg', 'webp', 'gif'] as const)(
    'may be a %s, and is served under their id',
    async (format) => {
      const bytes = await picture(format);
      const { id } = (await add(await upload(bytes, `me.${format}`))).body as { id: string };
      const { body } = await product.get(`/api/employees/${id}?after=1`);
      await poll(async () => (await get(`/files/${id}`)).status).toBe(200);
      expect((await get(`/files/${id}?inline=1`)).bytes.equals(bytes)).toBe(true);
      const file = async () => (await product.get(`/api/employees/${id}`)).body['file'];
      await poll(file).toEqual(expect.stringContaining(`/files/${id}`));
      expect(body).toBeDefined();
      const thumbnail = await get(`/files/${id}/thumbnail?size=96`);
      expect([thumbnail.status, thumbnail.headers.get('content-type')]).toEqual([
        200,
        'image/webp',
      ]);
      await product.done('remove-employee', { id });
      expect((await get(`/files/${id}`)).status).toBe(404);
      expect((await get(`/files/${id}/thumbnail?size=96`)).status).toBe(404);
    },
  );

  it('B57 may be nothing else, and a refusal leaves no event', async () => {
    const cut = (await picture('png')).subarray(0, 80);
    const events = await product.appends(async () => {
      for (const [bytes, status, code] of [
        [Buffer.from('%PDF-1.7'), 415, 'image/type-not-allowed'],
        [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415, 'image/type-not-allowed'],
        [cut, 422, 'image/unreadable'],
      ] as const) {
        expect(await add(await upload(bytes, 'me.png'))).toMatchObject({ status, body: { code } });
      }
    });
    expect(events).toEqual([]);
  });
});

describe('the sweep', () => {
  it('removes what no event refers to, and nothing else, whatever became of it', async () => {
    const [blobs] = product.parts<Blobs>(BLOBS) as [Blobs];
    const [used, unused, removed] = [randomBytes(1000), randomBytes(1000), randomBytes(1000)];
    const id = await addFile(used);
    const removedId = await addFile(removed);
    await product.done('remove-file', { id: removedId });
    const face = await picture('jpeg');
    await product.command('add-employee', {
      ...employee,
      email: 'face@x.example',
      uploadId: await upload(face, 'me.jpg'),
    });
    const uploadId = await upload(unused);
    const [uploads] = product.parts(TusUploads) as [TusUploads];

    expect(await uploads.sweep(Date.now() + DAY / 2)).toEqual({ uploads: 0, blobs: 0 });
    expect(await blobs.size(hash(unused))).toBe(1000);
    const swept = await uploads.sweep(Date.now() + 2 * DAY);
    expect(swept.blobs).toBeGreaterThan(0);
    expect(await blobs.size(hash(unused))).toBeUndefined();
    for (const bytes of [used, removed, face]) {
      expect(await blobs.size(hash(bytes))).toBe(bytes.length);
    }
    const late = await product.command('add-file', { folderId: folder, uploadId });
    expect(late).toMatchObject({ status: 404, body: { code: 'upload/not-found' } });
    await product.done('restore-file', { id: removedId });
    expect((await get(`/files/${removedId}`)).bytes.equals(removed)).toBe(true);
    expect((await get(`/files/${id}`)).bytes.equals(used)).toBe(true);
  });
});
