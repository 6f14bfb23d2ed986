import { BLOBS, type Blobs } from '@feusa/files/blobs/port';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { archiveBounds } from '@feusa/contracts/bounds';
import { Product } from './test-product.js';

let product: Product;
let manuals: string;
let tractors: string;
const files: Record<string, Buffer> = {};
const ids: Record<string, string> = {};
beforeAll(async () => {
  product = await Product.open();
  manuals = await folder('Manuals', null);
  tractors = await folder('Tractors', manuals);
  await folder('Empty', manuals);
  await addFile('Plan.pdf', manuals, randomBytes(300_000));
  await addFile('Plan.pdf', manuals, randomBytes(10), 'twin');
  await addFile('ölwechsel – 資料.txt', tractors, Buffer.from('every 250 hours'));
  const link = { folderId: tractors, name: 'Prices', link: 'https://dealer.example/p' };
  ids['Prices'] = (await product.done('add-link', link)).id;
});
afterAll(() => product.close());

const folder = async (name: string, parentId: string | null) =>
  (await product.done('add-folder', { name, parentId })).id;

async function addFile(name: string, folderId: string, bytes: Buffer, key = name) {
  const uploadId = await product.upload(bytes, name);
  ids[key] = (await product.done('add-file', { folderId, uploadId })).id;
  files[key] = bytes;
  return ids[key];
}

async function take(address: string, body?: unknown) {
  const { cookie = '' } = product.people.basic;
  const answer = await fetch(product.address + address, {
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    headers: { cookie, 'content-type': 'application/json' },
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  expect(Number(answer.headers.get('content-length'))).toBe(bytes.length);
  const name = answer.headers.get('content-disposition');
  return { name, entries: unzipSync(bytes) };
}

describe('a folder as an archive', () => {
  it('has everything in it, named as in the folder tree', async () => {
    const { name, entries } = await take(`/api/folders/${manuals}/archive`);
    expect(name).toContain('filename="Manuals.zip"');
    expect(Object.keys(entries).sort()).toEqual([
      'Manuals/',
      'Manuals/Empty/',
      'Manuals/Plan (2).pdf',
      'Manuals/Plan.pdf',
      'Manuals/Tractors/',
      'Manuals/Tractors/Prices.url',
      'Manuals/Tractors/ölwechsel – 資料.txt',
    ]);
    const plans = ['Manuals/Plan.pdf', 'Manuals/Plan (2).pdf'].map((each) => entries[each]!.length);
    expect(plans.sort()).toEqual([10, 300_000]);
    const oil = Buffer.from(entries['Manuals/Tractors/ölwechsel – 資料.txt']!);
    expect(oil.toString()).toBe('every 250 hours');
  });

  it('says its length without being made', async () => {
    const answer = await product.ask('HEAD', `/api/folders/${manuals}/archive`, {
      as: product.people.basic,
    });
    expect([answer.status, Number(answer.headers.get('content-length'))]).toEqual([
      200,
      expect.any(Number),
    ]);
  });

  it('is there as of earlier, for auditors', async () => {
    const { position } = await product.store.head();
    const gone = await folder('Gone', null);
    await product.done('remove-folder', { id: gone });
    const address = `/api/folders/${gone}/archive`;
    expect((await product.get(address)).status).toBe(404);
    const then = `${address}?at=${position + 1}`;
    expect((await product.get(then, product.people.auditor)).status).toBe(200);
    expect((await product.get(then)).status).toBe(403);
  });

  it.each([randomUUID(), 'undefined', '..'])('%s is none', async (id) => {
    expect((await product.get(`/api/folders/${id}/archive`)).status).toBe(404);
  });
});

describe('a selection as an archive', () => {
  const post = (body: unknown) =>
    product.ask('POST', '/api/archive', { as: product.people.basic, body });

  it('has folders, files and links', async () => {
    const chosen = [tractors, ids['Plan.pdf'], ids['twin'], ids['Prices'], tractors];
    const { name, entries } = await take('/api/archive', { ids: chosen });
    expect(name).toContain('filename="Files.zip"');
    expect(Object.keys(entries).sort()).toEqual([
      'Plan (2).pdf',
      'Plan.pdf',
      'Prices.url',
      'Tractors/',
      'Tractors/Prices.url',
      'Tractors/ölwechsel – 資料.txt',
    ]);
  });

  it('is called after the folder that all of it lies in', async () => {
    const { name } = await take('/api/archive', { ids: [ids['Plan.pdf'], ids['twin']] });
    expect(name).toContain('filename="Manuals.zip"');
  });

  it('is refused where anything in it is not there', async () => {
    expect((await post({ ids: [tractors, randomUUID()] })).status).toBe(404);
    const removed = await folder('Removed', null);
    const inside = await addFile('inside.txt', removed, Buffer.from('inside'));
    await product.done('remove-folder', { id: removed });
    for (const id of [removed, inside]) expect((await post({ ids: [id] })).status).toBe(404);
  });

  it.each([
    [{}],
    [{ ids: [] }],
    [{ ids: ['undefined'] }],
    [{ ids: [randomUUID()], more: 1 }],
    [{ ids: Array.from({ length: archiveBounds.chosen.value + 1 }, () => randomUUID()) }],
  ])('is asked for in a body of its shape', async (body) => {
    expect((await post(body)).status).toBe(400);
  });
});

describe('an archive that cannot be sent', () => {
  const archive = (name: string) => folder(name, null);

  it('breaks its connection where the store has lost a file', async () => {
    const id = await archive('Lost');
    const bytes = randomBytes(1000);
    await addFile('lost.bin', id, bytes);
    const [blobs] = product.parts<Blobs>(BLOBS);
    await blobs!.remove(createHash('sha256').update(bytes).digest('hex'));
    await expect(take(`/api/folders/${id}/archive`)).rejects.toThrow(/terminated|fetch failed/);
  });
});
