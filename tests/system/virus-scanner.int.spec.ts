import { EICAR, TestClamd } from '@feusa/files/scanner/test-clamd';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { employee } from './test-calls.js';
import { Product } from './test-product.js';

let clamd: TestClamd;
let product: Product;
let folderId = '';
beforeAll(async () => {
  clamd = await TestClamd.open();
  product = await Product.open({ FEUSA_CLAMD: clamd.address });
  folderId = (await product.done('add-folder', { name: 'Checked', parentId: null })).id;
});
afterEach(() => {
  Object.assign(clamd.manners, { delayMs: 0, manner: 'well' });
});
afterAll(async () => {
  await product.close();
  await clamd.close();
});

const infected = (n: number) => Buffer.from(`${EICAR}${n}`);
const clean = (n: number) => Buffer.from(`A clean text, number ${n}`);
const addFile = async (bytes: Buffer) => {
  const uploadId = await product.upload(bytes, 'plan.txt');
  return { uploadId, answer: await product.command('add-file', { folderId, uploadId }) };
};
const docs = async () => {
  const { position } = await product.store.head();
  const { body } = await product.read(`/api/folders/${folderId}?after=${position}`);
  return (body as { docs: unknown[] }).docs.length;
};
const found = {
  status: 422,
  body: {
    code: 'upload/infected',
    threat: 'Eicar-Signature',
    detail: '“plan.txt” was refused: the virus scanner found Eicar-Signature in it',
  },
};

describe('with a virus scanner', () => {
  it('clean files are added, and looked at once', async () => {
    const before = clamd.scans;
    const { answer } = await addFile(clean(1));
    expect(answer.status).toBe(200);
    expect((await addFile(clean(1))).answer.status).toBe(200);
    expect(clamd.scans).toBe(before + 1);
  });

  it('what it finds is refused with its name, as file, version and picture, and nothing is in the log', async () => {
    const count = await docs();
    const { id } = (await addFile(clean(2))).answer.body as { id: string };
    const head = await product.store.head();
    expect((await addFile(infected(1))).answer).toMatchObject(found);
    const uploadId = await product.upload(infected(2), 'plan.txt');
    expect(await product.command('replace-file', { id, uploadId })).toMatchObject(found);
    expect(await product.command('add-employee', { ...employee, uploadId })).toMatchObject(found);
    expect(await product.store.head()).toEqual(head);
    expect(await docs()).toBe(count + 1);
  });

  it('what takes long waits as being checked, and is added once that is over', async () => {
    clamd.manners.delayMs = 7000;
    const { uploadId, answer } = await addFile(clean(3));
    expect(answer).toMatchObject({ status: 503, body: { code: 'upload/being-checked' } });
    expect(answer.headers.get('retry-after')).toBe('1');
    const scans = clamd.scans;
    expect((await product.command('add-file', { folderId, uploadId })).status).toBe(200);
    expect(clamd.scans).toBe(scans);
  });

  it('where it is away nothing passes, the health says so, and uploads are there when it is back', async () => {
    clamd.manners.manner = 'hangs-up';
    const { uploadId, answer } = await addFile(clean(4));
    expect(answer).toMatchObject({ status: 503, body: { code: 'upload/not-checked' } });
    const ready = async () => (await product.get('/health/ready')).body['degraded'];
    expect(await ready()).toContain('virus-scanner');
    clamd.manners.manner = 'well';
    expect((await product.command('add-file', { folderId, uploadId })).status).toBe(200);
    expect(await ready()).not.toContain('virus-scanner');
    const metrics = await (await fetch(`${product.address}/metrics`)).text();
    expect(metrics).toMatch(/feusa_virus_scans\{outcome="found"\} 3/);
  });
});
