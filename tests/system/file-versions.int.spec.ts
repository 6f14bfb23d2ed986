import { createHash, randomBytes } from 'node:crypto';
import { TusUploads } from '@feusa/command/uploads/tus-uploads';
import type { FileVersionView, FileView } from '@feusa/contracts/docs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Person } from './test-calls.js';
import { Product } from './test-product.js';

const DAY = 86_400_000;
let product: Product;
let folder: string;
beforeAll(async () => {
  product = await Product.open();
  folder = (await product.done('add-folder', { name: 'Manuals', parentId: null })).id;
});
afterAll(() => product.close());

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const head = async () => String((await product.store.head()).position);

async function raw(url: string, as: Person = product.people.basic, init: RequestInit = {}) {
  const headers = { cookie: as.cookie ?? '', ...(init.headers as Record<string, string>) };
  const response = await fetch(product.address + url, { ...init, headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes };
}
const upload = (bytes: Buffer, name = 'plan.pdf') => product.upload(bytes, name);
const add = async (bytes: Buffer, name?: string) =>
  (await product.done('add-file', { folderId: folder, uploadId: await upload(bytes, name) })).id;
const replace = async (id: string, bytes: Buffer, more: object = {}, name?: string) =>
  product.done('replace-file', { id, uploadId: await upload(bytes, name), ...more });
const versionsOf = async (id: string, at = '') => {
  const { body } = await product.get(`/api/files/${id}/versions${at}`, product.people.auditor);
  return (body as unknown as { versions: FileVersionView[] }).versions;
};
const rowOf = async (id: string, at = '') => {
  const { body } = await product.get(`/api/folders/${folder}${at}`, product.people.auditor);
  return (body as unknown as { docs: FileView[] }).docs.find((doc) => doc.id === id);
};
const bytesAt = async (address: string, as?: Person) => hash((await raw(address, as)).bytes);
const picture = (background: string) =>
  sharp({ create: { width: 40, height: 20, channels: 3, background } })
    .png()
    .toBuffer();

describe('a file that is replaced', () => {
  const [first, second] = [randomBytes(200_000), randomBytes(100_000)];
  let id: string;
  beforeAll(async () => void (id = await add(first)));

  it('keeps id, name and address, and has one version more', async () => {
    expect(await rowOf(id)).toMatchObject({ fileVersion: 1, size: first.length });
    const events = await product.appends(() => replace(id, second, { note: 'New prices' }));
    expect(events).toEqual(['FileReplaced']);
    const row = await rowOf(id);
    expect(row).toMatchObject({ fileVersion: 2, size: second.length, url: `/files/${id}` });
    expect(row?.name).toBe('plan.pdf');
    expect(await bytesAt(`/files/${id}`)).toBe(hash(second));
    const { admin } = product.people;
    const by = { id: admin.id, email: 'ada@feusa.example' };
    const at = expect.stringMatching(/^\d{4}-.*Z$/) as unknown as string;
    expect(await versionsOf(id)).toEqual([
      {
        ...{ fileVersion: 2, size: second.length, mediaType: row?.mediaType, at, by },
        ...{ note: 'New prices', current: true },
      },
      {
        ...{ fileVersion: 1, size: first.length, mediaType: row?.mediaType, at, by },
        current: false,
      },
    ]);
  });

  it('serves each version, with parts and conditions of its own', async () => {
    expect(await bytesAt(`/files/${id}?version=1`)).toBe(hash(first));
    expect(await bytesAt(`/files/${id}?version=2`)).toBe(hash(second));
    const { basic } = product.people;
    const part = await raw(`/files/${id}?version=1`, basic, { headers: { range: 'bytes=5-9' } });
    expect([part.status, part.bytes]).toEqual([206, first.subarray(5, 10)]);
    const etag = part.headers.get('etag') ?? '';
    expect(etag).toBe(`"${hash(first)}"`);
    const same = await raw(`/files/${id}?version=1`, basic, { headers: { 'if-none-match': etag } });
    const other = await raw(`/files/${id}`, basic, { headers: { 'if-none-match': etag } });
    expect([same.status, other.status]).toEqual([304, 200]);
    for (const [version, status] of [
      ['3', 404],
      ['0', 400],
      ['x', 400],
    ]) {
      expect((await raw(`/files/${id}?version=${version}`)).status).toBe(status);
    }
    expect((await raw(`/files/${id}?version=1`, { id: '' })).status).toBe(401);
  });

  it('makes no version of the same bytes', async () => {
    const position = await head();
    const answer = await replace(id, second, { note: 'The same' });
    expect(answer).toMatchObject({ id, version: 2, position });
    expect(await head()).toBe(position);
    expect(await versionsOf(id)).toHaveLength(2);
  });

  it('gets an earlier content back as its newest version, and undo takes that back', async () => {
    const answer = await product.done('restore-file-version', { id, fileVersion: 1 });
    const position = String(answer['position']);
    expect(await bytesAt(`/files/${id}?after=${position}`)).toBe(hash(first));
    expect((await versionsOf(id))[0]).toMatchObject({ fileVersion: 3, from: 1, current: true });
    const undo = { as: product.people.admin, body: { position } };
    const { status, body } = await product.ask('POST', '/api/undo', undo);
    expect([status, body]).toMatchObject([200, { done: 1, did: { 'restore-file-version': 1 } }]);
    await product.settled(await head());
    expect(await bytesAt(`/files/${id}`)).toBe(hash(second));
    expect(await rowOf(id)).toMatchObject({ fileVersion: 4 });
  });

  it('refuses what does not fit its name, unknown versions, and who may not', async () => {
    const uploadId = await upload(Buffer.from('words'), 'plan.txt');
    const { basic } = product.people;
    expect(await product.command('replace-file', { id, uploadId })).toMatchObject({
      status: 400,
      body: { code: 'file/other-type', fields: { uploadId: 'Choose a .pdf file' } },
    });
    const none = await product.command('restore-file-version', { id, fileVersion: 99 });
    expect(none).toMatchObject({ status: 404, body: { code: 'file/version-not-found' } });
    expect((await product.command('replace-file', { id, uploadId }, basic)).status).toBe(403);
    const note = 'x'.repeat(201);
    expect(await product.command('replace-file', { id, uploadId, note })).toMatchObject({
      status: 400,
      body: { fields: { note: 'Too Long!' } },
    });
    const zero = await product.command('restore-file-version', { id, fileVersion: 0 });
    expect(zero).toMatchObject({ status: 400, body: { fields: { fileVersion: 'Not a version' } } });
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect((await product.get(`/api/files/${unknown}/versions`)).status).toBe(404);
    expect((await product.get(`/api/files/${folder}/versions`)).status).toBe(404);
  });
});

it('shows and serves the version of then, also of a file that is gone', async () => {
  const [first, second] = [randomBytes(1000), randomBytes(2000)];
  const id = await add(first);
  const then = `?at=${await head()}`;
  await replace(id, second);
  const later = `?at=${await head()}`;
  await product.done('remove-file', { id });
  const { auditor, basic } = product.people;
  expect(await rowOf(id, then)).toMatchObject({ fileVersion: 1, size: 1000 });
  expect(await rowOf(id, later)).toMatchObject({ fileVersion: 2, size: 2000 });
  expect(await versionsOf(id, then)).toMatchObject([{ fileVersion: 1, current: true }]);
  expect(await bytesAt(`/files/${id}${then}`, auditor)).toBe(hash(first));
  expect(await bytesAt(`/files/${id}${later}`, auditor)).toBe(hash(second));
  expect(await bytesAt(`/files/${id}${later}&version=1`, auditor)).toBe(hash(first));
  expect((await raw(`/files/${id}${then}&version=2`, auditor)).status).toBe(404);
  expect((await raw(`/files/${id}${then}`, basic)).status).toBe(403);
  expect((await raw(`/files/${id}?version=1`)).status).toBe(404);
  expect((await product.get(`/api/files/${id}/versions`)).status).toBe(404);
});

it('has thumbnails of each version', async () => {
  const id = await add(await picture('olive'), 'field.png');
  await replace(id, await picture('navy'), {}, 'field.png');
  const tag = async (more: string) =>
    (await raw(`/files/${id}/thumbnail?size=96${more}`)).headers.get('etag');
  const [newest, first, second] = [await tag(''), await tag('&version=1'), await tag('&version=2')];
  expect(second).toBe(newest);
  expect(first).not.toBe(newest);
});

it('keeps the bytes of all versions, whoever sweeps', async () => {
  const contents = [randomBytes(500), randomBytes(600), randomBytes(700)];
  const id = await add(contents[0]!);
  for (const bytes of contents.slice(1)) await replace(id, bytes);
  for (const uploads of product.parts(TusUploads)) await uploads.sweep(Date.now() + 2 * DAY);
  const kept = [1, 2, 3].map((version) => bytesAt(`/files/${id}?version=${version}`));
  expect(await Promise.all(kept)).toEqual(contents.map(hash));
});
