import { randomBytes } from 'node:crypto';
import { chmod, lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { Product } from './test-product.js';

let home: string;
let product: Product;
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'feusa-own-'));
  product = await Product.open({ FEUSA_DATA_DIR: path.join(home, 'data') }, false);
});
afterAll(async () => {
  await product.close();
  await rm(home, { recursive: true, force: true });
});

/** Everything in the data directory that others may read, write or enter. */
async function openToOthers(): Promise<string[]> {
  const data = path.join(home, 'data');
  const names = await readdir(data, { recursive: true });
  const found: string[] = [];
  for (const name of ['.', ...names]) {
    const { mode } = await lstat(path.join(data, name));
    if ((mode & 0o077) !== 0) found.push(`${name} ${(mode & 0o777).toString(8)}`);
  }
  return found;
}

async function upload(bytes: Buffer, name: string, isWhole = true): Promise<string> {
  const response = await fetch(`${product.address}/api/uploads`, {
    method: 'POST',
    headers: {
      ...{ cookie: product.people.admin.cookie ?? '', 'tus-resumable': '1.0.0' },
      'content-type': 'application/offset+octet-stream',
      'upload-length': String(bytes.length + (isWhole ? 0 : 1)),
      'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
    },
    body: new Uint8Array(bytes),
  });
  return response.headers.get('location')!.slice('/api/uploads/'.length);
}

it('writes nothing that others on the machine can read', async () => {
  const folderId = (await product.done('add-folder', { name: 'Plans', parentId: null })).id;
  const picture = await sharp({
    create: { width: 400, height: 200, channels: 3, background: 'olive' },
  })
    .png()
    .toBuffer();
  const added = { folderId, uploadId: await upload(picture, 'plan.png') };
  const { id } = await product.done('add-file', added);
  await upload(randomBytes(1000), 'unfinished.bin', false);
  const thumbnail = await product.get(`/files/${id}/thumbnail?size=96`);
  expect(thumbnail.status).toBe(200);
  await product.ask('POST', '/api/password-resets', { body: { email: 'basic@feusa.example' } });
  const mail = path.join(home, 'data', 'mail');
  await poll(() => readdir(mail)).toHaveLength(1);
  const names = (await readdir(path.join(home, 'data'))).sort();
  expect(names).toEqual(expect.arrayContaining(['blobs', 'mail', 'master.key', 'uploads']));
  expect(await openToOthers()).toEqual([]);
});

it('takes from others at the start what an earlier version let them read', async () => {
  const data = path.join(home, 'data');
  await product.restart(async () => {
    for (const name of ['.', ...(await readdir(data, { recursive: true }))]) {
      // A key that lies open ends the start.
      if (name.endsWith('.key')) continue;
      const entry = path.join(data, name);
      await chmod(entry, (await lstat(entry)).isDirectory() ? 0o755 : 0o644);
    }
    expect(await openToOthers()).not.toEqual([]);
  });
  expect(await openToOthers()).toEqual([]);
});
