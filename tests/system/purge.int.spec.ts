import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { listBounds } from '@feusa/contracts/reading-bounds';
import type { TrashOutlook, TrashPage } from '@feusa/contracts/views';
import type { UndoPreview } from '@feusa/contracts/undo';
import { compareWithLog } from '../../tools/fingerprint/compare.js';
import { openPool } from '@feusa/platform/postgres/pool';
import { readConfig } from '@feusa/profiles/config';
import { poll } from '@feusa/testing/wait';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Product } from './test-product.js';

let product: Product;
let folder: string;
beforeAll(async () => {
  product = await Product.open();
  folder = await addFolder('Manuals');
});
afterAll(() => product.close());

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const addFolder = async (name: string, parentId: string | null = null) =>
  (await product.done('add-folder', { name, parentId })).id;
const head = async () => String((await product.store.head()).position);

async function get(url: string) {
  const headers = { cookie: product.people.auditor.cookie ?? '' };
  const response = await fetch(product.address + url, { headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, type: response.headers.get('content-type'), bytes };
}
const upload = (bytes: Buffer, name = 'plan.bin') => product.upload(bytes, name);
const add = async (bytes: Buffer, name?: string, folderId = folder) =>
  (await product.done('add-file', { folderId, uploadId: await upload(bytes, name) })).id;
const purge = (id: string, kind = 'file') =>
  product.command('purge', { id, kind }, product.people.admin);
const remove = (id: string) => product.done('remove-file', { id });
const isStored = async (bytes: Buffer) => {
  const dir = path.resolve(product.settings['FEUSA_DATA_DIR']!, 'blobs');
  return (await readdir(dir, { recursive: true })).some((name) => name.endsWith(sha256(bytes)));
};
const expectGone = (bytes: Buffer) => poll(() => isStored(bytes)).toBe(false);
async function trash(at = '') {
  const { body } = await product.get(`/api/trash${at}`, product.people.admin);
  return body as unknown as TrashPage;
}
const idsIn = ({ items }: TrashPage) => items.map(({ id }) => id);

describe('a document that is purged', () => {
  const [first, second] = [randomBytes(3000), randomBytes(2000)];
  let id: string;
  let before: string;
  beforeAll(async () => {
    id = await add(first);
    await product.done('replace-file', { id, uploadId: await upload(second) });
    before = await head();
    await remove(id);
    expect(await product.appends(() => purge(id))).toEqual(['FilePurged']);
  });

  it('is not in the trash any more, and its bytes of all versions are gone', async () => {
    expect(idsIn(await trash())).not.toContain(id);
    await expectGone(first);
    await expectGone(second);
    expect((await get(`/files/${id}`)).status).toBe(404);
  });

  it('is gone, or waited for, while it is still on the screens', async () => {
    const background = { r: 9, g: 8, b: 7 };
    const create = { width: 30, height: 20, channels: 3, background } as const;
    const bytes = await sharp({ create }).png().toBuffer();
    const late = await add(bytes, 'late.png');
    await product.settled(await head());
    const owner = openPool({
      url: product.settings['DATABASE_URL']!,
      max: 1,
      name: 'test',
      patient: true,
    });
    const client = await owner.connect();
    try {
      await client.query('begin; lock table read.docs in exclusive mode');
      await product.command('remove-file', { id: late }, product.people.admin);
      expect((await purge(late)).status).toBe(200);
      await expectGone(bytes);
      const places = ['', '?inline=1', '/thumbnail?size=96', '/preview'];
      const answers = await Promise.all(places.map((place) => get(`/files/${late}${place}`)));
      expect(answers.map(({ status }) => status)).toEqual(places.map(() => 503));
    } finally {
      await client.query('rollback');
      client.release();
      await owner.end();
    }
    await product.settled(await head());
    expect((await get(`/files/${late}`)).status).toBe(404);
  });

  it('is seen in the past, which says that its bytes are gone', async () => {
    const { body } = await product.get(`/api/folders/${folder}?at=${before}`, product.people.admin);
    expect(body).toMatchObject({ docs: expect.arrayContaining([expect.objectContaining({ id })]) });
    for (const url of ['', '/preview', '/thumbnail']) {
      const size = url === '/thumbnail' ? '&size=96' : '';
      const answer = await get(`/files/${id}${url}?at=${before}${size}`);
      expect(answer).toMatchObject({
        status: 410,
        type: 'application/problem+json; charset=utf-8',
      });
    }
    const zip = await get(`/api/folders/${folder}/archive?at=${before}`);
    expect(zip.status).toBe(200);
    expect(zip.bytes.includes('plan.bin')).toBe(false);
  });

  it('was in the trash as of then', async () => {
    const removal = String(Number(before) + 1);
    expect(idsIn(await trash(`?at=${removal}`))).toContain(id);
    expect(idsIn(await trash(`?at=${await head()}`))).not.toContain(id);
  });

  it('cannot be restored, nor purged again, nor undone', async () => {
    const { admin } = product.people;
    const again = await product.command('restore-file', { id }, admin);
    expect(again).toMatchObject({ status: 409, body: { code: 'trash/purged' } });
    expect(await purge(id)).toMatchObject({ status: 409, body: { code: 'trash/purged' } });
    for (const back of [0, 1]) {
      const position = Number(before) + 2 - back;
      const { body } = await product.get(`/api/undo?position=${position}`, admin);
      const { steps } = body as unknown as UndoPreview;
      expect(steps[0]?.reason).toEqual({
        code: 'purged',
        text: 'It was deleted for good; its content is gone.',
      });
    }
  });
});

describe('bytes that something else has', () => {
  it('stay until nothing has them, a copy or another upload', async () => {
    const bytes = randomBytes(5000);
    const id = await add(bytes);
    const copy = (await product.done('copy-file', { id, folderId: folder })).id;
    await remove(id);
    await purge(id);
    expect((await get(`/files/${copy}`)).bytes.equals(bytes)).toBe(true);
    await remove(copy);
    await purge(copy);
    await expectGone(bytes);
    const again = await add(bytes);
    expect((await get(`/files/${again}`)).bytes.equals(bytes)).toBe(true);
  });

  it('of an earlier version go with it', async () => {
    const dir = path.resolve(product.settings['FEUSA_DATA_DIR']!, 'thumbnails');
    const picture = await sharp({
      create: { width: 30, height: 30, channels: 3, background: '#123456' },
    })
      .png()
      .toBuffer();
    const id = await add(picture, 'field.png');
    await get(`/files/${id}/thumbnail?size=96`);
    const kept = async () =>
      (await readdir(dir)).filter((name) => name.startsWith(sha256(picture)));
    expect(await kept()).toHaveLength(1);
    await remove(id);
    await purge(id);
    await poll(kept).toEqual([]);
  });
});

describe('a folder that is purged', () => {
  it('goes with all that lies in it, also what was deleted before', async () => {
    const [kept, early, deep] = [randomBytes(900), randomBytes(901), randomBytes(902)];
    const top = await addFolder('Old');
    const inner = await addFolder('Older', top);
    const ids = [
      await add(kept, 'kept.bin', top),
      await add(early, 'early.bin', inner),
      await add(deep, 'deep.bin', inner),
    ];
    await remove(ids[1]!);
    await product.done('remove-folder', { id: top });
    const outlook = async (of: string) => {
      const { body } = await product.get(`/api/trash/outlook${of}`, product.people.admin);
      return body as unknown as TrashOutlook;
    };
    expect(await outlook(`?ids=${top}`)).toEqual({ folders: 2, files: 3, links: 0, bytes: 2703 });
    expect((await outlook('')).files).toBeGreaterThanOrEqual(3);
    const many = (count: number) => `?ids=${Array.from({ length: count }, () => top).join()}`;
    expect((await outlook(many(listBounds.chosen.value))).folders).toBe(2);
    expect(await outlook(many(listBounds.chosen.value + 1))).toMatchObject({ status: 400 });
    expect(await purge(ids[0]!)).toMatchObject({ status: 409, body: { code: 'trash/not-in-it' } });
    expect(await product.appends(() => purge(top, 'folder'))).toEqual(['FolderPurged']);
    await Promise.all([kept, early, deep].map(expectGone));
    const page = await trash();
    expect(idsIn(page)).not.toEqual(expect.arrayContaining([top]));
    expect(idsIn(page)).not.toEqual(expect.arrayContaining([ids[1]]));
    expect(page.total).toBe(page.items.length);
    expect(idsIn(await trash(`?at=${await head()}`))).toEqual(idsIn(page));
    const { admin } = product.people;
    for (const [name, id] of [
      ['restore-folder', top],
      ['restore-file', ids[1]],
    ] as const)
      expect(await product.command(name, { id }, admin)).toMatchObject({
        ...{ status: 409, body: { code: 'trash/purged' } },
      });
    expect(await outlook(`?ids=${top},${ids[1]!}`)).toEqual({
      ...{ folders: 0, files: 0, links: 0, bytes: 0 },
    });
  });

  it('leaves a log and tables that agree with each other, files too', async () => {
    const { settings } = product;
    const { report } = await compareWithLog(readConfig(settings), settings['DATABASE_URL']!, {
      files: true,
    });
    expect(report.differences).toEqual([]);
  });
});

it('is for administrators, and for kinds of things with a trash', async () => {
  const id = await add(randomBytes(10));
  await remove(id);
  const { basic, admin } = product.people;
  expect((await product.command('purge', { id, kind: 'file' }, basic)).status).toBe(403);
  expect((await product.command('purge', { id, kind: 'employee' }, admin)).status).toBe(400);
  expect((await product.command('purge', { id }, admin)).status).toBe(400);
  expect((await product.get('/api/trash/outlook', basic)).status).toBe(403);
});
