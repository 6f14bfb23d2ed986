import http from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { employee } from './test-calls.js';
import { Product } from './test-product.js';

let product: Product;
let folderId: string;
beforeAll(async () => {
  product = await Product.open();
  ({ id: folderId } = await product.done('add-folder', { name: 'Service', parentId: null }));
  for (let n = 0; n < 30; n++) {
    const name = `Bulletin ${n} for tractors`;
    await product.done('add-folder', { name, parentId: folderId });
    await product.done('add-employee', { ...employee, email: `worker${n}@feusa.example` });
  }
});
afterAll(() => product.close());

interface Sent {
  readonly headers: http.IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** What goes over the wire; `fetch` would decompress it. */
function take(path: string, accepted?: string, headers: http.OutgoingHttpHeaders = {}) {
  const { cookie = '' } = product.people.admin;
  const accept = accepted === undefined ? {} : { 'accept-encoding': accepted };
  return new Promise<Sent>((resolve, reject) => {
    const asked = { headers: { cookie, ...accept, ...headers } };
    http
      .get(product.address + path, asked, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () => resolve({ headers: answer.headers, bytes: Buffer.concat(parts) }));
      })
      .on('error', reject);
  });
}

const plain = { br: brotliDecompressSync, gzip: gunzipSync } as const;
const answers = [
  '/api/employees',
  '/api/employees?limit=20',
  '/api/tree',
  '/api/folders/:folder',
  '/api/folders/:folder?at=40',
  '/api/org-chart',
  '/api/audit/events?limit=20',
  '/api/find?q=tractors',
  '/api/docs-json',
  '/metrics',
];

describe.each(['br', 'gzip'] as const)('by %s', (encoding) => {
  it.each(answers)('%s is shorter, and the same', async (path) => {
    const address = path.replace(':folder', folderId);
    const [asItIs, compressed] = [await take(address), await take(address, encoding)];
    expect(asItIs.headers['content-encoding']).toBeUndefined();
    expect(compressed.headers).toMatchObject({ 'content-encoding': encoding });
    expect(compressed.headers.vary).toContain('accept-encoding');
    expect(compressed.bytes.length).toBe(Number(compressed.headers['content-length']));
    expect(compressed.bytes.length).toBeLessThan(asItIs.bytes.length / 2);
    if (path === '/metrics') return;
    expect(plain[encoding](compressed.bytes).toString()).toBe(asItIs.bytes.toString());
  });
});

describe.each([
  '/api/employees/export?format=csv',
  '/api/employees/export?format=vcf',
  '/api/access-log?format=csv&to=2026-01-01T00:00:00Z',
])('%s', (path) => {
  it.each(['br', 'gzip'] as const)('is the same by %s', async (encoding) => {
    const [asItIs, compressed] = [await take(path), await take(path, encoding)];
    expect(asItIs.headers['content-encoding']).toBeUndefined();
    expect(compressed.headers).toMatchObject({
      ...{ 'content-encoding': encoding, vary: 'accept-encoding' },
      'content-disposition': asItIs.headers['content-disposition'],
    });
    expect(plain[encoding](compressed.bytes).toString()).toBe(asItIs.bytes.toString());
  });
});

it('leaves short answers as they are', async () => {
  const { headers, bytes } = await take('/api/session', 'br, gzip');
  expect([headers['content-encoding'], JSON.parse(bytes.toString())]).toEqual([
    undefined,
    expect.objectContaining({ user: expect.objectContaining({ role: 'admin' }) }),
  ]);
});

it('shows a change in an answer that was compressed before', async () => {
  const before = JSON.parse(
    brotliDecompressSync((await take('/api/employees', 'br')).bytes).toString(),
  ) as { employees: unknown[] };
  const { position } = await product.done('add-employee', {
    ...employee,
    email: 'late@feusa.example',
  });
  const { bytes } = await take(`/api/employees?after=${position}`, 'br');
  const after = JSON.parse(brotliDecompressSync(bytes).toString()) as typeof before;
  expect(after.employees).toHaveLength(before.employees.length + 1);
});

it('leaves the bytes of a file as they are, since ranges speak of them', async () => {
  const uploadId = await product.upload(Buffer.from('oats '.repeat(1000)), 'long.txt');
  const { id } = await product.done('add-file', { folderId, uploadId });
  const { headers, bytes } = await take(`/files/${id}`, 'br, gzip');
  expect([headers['content-encoding'], bytes.length]).toEqual([undefined, 5000]);
  const part = await take(`/files/${id}`, 'br, gzip', { range: 'bytes=5-8' });
  expect(part.bytes.toString()).toBe('oats');
});
