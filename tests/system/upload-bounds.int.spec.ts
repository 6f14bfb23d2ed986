import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Person } from './test-calls.js';
import { Product } from './test-product.js';

const TUS = { 'tus-resumable': '1.0.0' };
const OCTETS = { 'content-type': 'application/offset+octet-stream' };
const MIB = 1024 * 1024;

let product: Product;
beforeAll(async () => {
  product = await Product.open({ FEUSA_UPLOAD_QUOTA_MB: '2' });
});
afterAll(() => product.close());

/** Announces an upload, with all its bytes where they are given. */
async function announce(as: Person, length: number, bytes?: Buffer) {
  const response = await fetch(`${product.address}/api/uploads`, {
    method: 'POST',
    headers: {
      ...{ cookie: as.cookie ?? '', ...TUS, 'upload-length': String(length) },
      ...(bytes && OCTETS),
    },
    ...(bytes && { body: new Uint8Array(bytes) }),
  });
  const text = await response.text();
  const code = text === '' ? '' : (JSON.parse(text) as { code: string }).code;
  const { headers, status } = response;
  return {
    status,
    code,
    url: headers.get('location') ?? '',
    retryAfter: headers.get('retry-after'),
  };
}
const end = (url: string, as: Person) =>
  fetch(product.address + url, {
    method: 'DELETE',
    headers: { cookie: as.cookie ?? '', ...TUS },
  });

it('lets nobody begin an upload who may not add anything', async () => {
  for (const person of [product.people.basic, product.people.auditor]) {
    const { status, code } = await announce(person, MIB);
    expect([status, code]).toEqual([403, 'not-allowed']);
  }
});

it('lets one person have 100 unfinished uploads', async () => {
  const { admin } = product.people;
  const asked = await Promise.all(Array.from({ length: 110 }, () => announce(admin, 5)));
  const begun = asked.filter(({ status }) => status === 201);
  expect(begun).toHaveLength(100);
  const refused = asked.filter(({ code }) => code === 'upload/too-many');
  expect(refused.map(({ retryAfter }) => retryAfter)).toEqual(Array(10).fill('60'));
  await Promise.all(begun.map(({ url }) => end(url, admin)));
  const next = await announce(admin, 5);
  expect(next.status).toBe(201);
  await end(next.url, admin);
});

it('counts what a person announces until it is used by a command', async () => {
  const { admin } = product.people;
  const folderId = (await product.done('add-folder', { name: 'Large', parentId: null })).id;
  for (let count = 0; count < 4; count++) {
    const { status, url } = await announce(admin, MIB, Buffer.alloc(MIB, count + 1));
    expect(status).toBe(201);
    await product.done('add-file', { folderId, uploadId: url.slice('/api/uploads/'.length) });
  }
  const unused = await announce(admin, MIB, Buffer.alloc(MIB, 9));
  expect(unused.status).toBe(201);
  const { status, code } = await announce(admin, MIB + 1);
  expect([status, code]).toEqual([507, 'upload/quota']);
  await end(unused.url, admin);
  expect((await announce(admin, MIB + 1)).status).toBe(201);
});
