import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { create, openTestApp, patch, send, type TestApp, type TestAppOptions } from './test-app.js';

const MB = 1_000_000;
const FULL = { status: 507, problem: { code: 'upload/storage-full' } };

let app: TestApp;
afterEach(() => app.close());

/** A disk of this size that holds nothing but the uploads, and what `others` write. */
const diskOf =
  (total: number, others: () => number = () => 0): NonNullable<TestAppOptions['staging']> =>
  (staging) => ({
    ...staging,
    space: async () => ({ total, free: total - others() - (await bytesIn(app.home)) }),
  });

async function bytesIn(home: string): Promise<number> {
  const dir = path.join(home, 'uploads');
  const sizes = (await readdir(dir)).map(async (name) => (await stat(path.join(dir, name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

describe('who may begin an upload', () => {
  it('only somebody who may add something', async () => {
    app = await openTestApp();
    expect(await create(app, 5, { as: 'basic-bob' })).toMatchObject({ status: 403 });
    expect(await create(app, 5, { as: 'basic-bob', body: 'hello' })).toMatchObject({ status: 403 });
    expect(await app.left()).toEqual([]);
  });
});

describe('the share of one person', () => {
  const share = { uploads: 3, bytes: 10 * MB };
  const open = async () => (app = await openTestApp({ limits: { share } }));

  it('is so many unfinished uploads', async () => {
    await open();
    const urls: string[] = [];
    for (let count = 0; count < 3; count++) urls.push((await create(app, 5)).headers.location!);
    const refused = { status: 429, problem: { code: 'upload/too-many', most: 3 } };
    expect(await create(app, 5)).toMatchObject(refused);
    expect(await create(app, 5, { body: 'hello' })).toMatchObject(refused);
    expect((await create(app, 5, { as: 'bob' })).status).toBe(201);
    await send(app, 'DELETE', urls[0]!);
    expect((await create(app, 5, { body: 'hello' })).status).toBe(201);
    expect((await patch(app, urls[1]!, 0, { body: 'hello' })).status).toBe(204);
    expect((await create(app, 5)).status).toBe(201);
  });

  it('is so many announced bytes, also of finished ones that nothing uses', async () => {
    await open();
    const first = (await create(app, 9 * MB)).headers.location!;
    const refused = { status: 507, problem: { code: 'upload/quota', maxBytes: 10 * MB } };
    expect(await create(app, 2 * MB)).toMatchObject(refused);
    await patch(app, first, 0, { body: Buffer.alloc(9 * MB, 1) });
    expect(await create(app, 2 * MB)).toMatchObject(refused);
    expect((await create(app, MB)).status).toBe(201);
  });

  it('is given back by an upload that is refused at its first bytes', async () => {
    await open();
    for (let count = 0; count < 5; count++) {
      expect((await create(app, 5, { body: 'hello you' })).status).toBe(413);
      expect((await create(app, 6, { body: 'MZ\0\0\0\0' })).status).toBe(415);
    }
    expect((await create(app, 5)).status).toBe(201);
  });
});

describe('the reserve of the disk', () => {
  const limits = { leaveFreeBytes: 10 * MB };

  it('is not promised to anybody', async () => {
    app = await openTestApp({ limits, staging: diskOf(30 * MB) });
    const first = (await create(app, 15 * MB)).headers.location!;
    expect(await create(app, 6 * MB, { as: 'bob' })).toMatchObject(FULL);
    await patch(app, first, 0, { body: Buffer.alloc(10 * MB) });
    expect(await create(app, 6 * MB, { as: 'bob' })).toMatchObject(FULL);
    expect((await create(app, 4 * MB, { as: 'bob' })).status).toBe(201);
    await send(app, 'DELETE', first);
    expect((await create(app, 6 * MB, { as: 'bob' })).status).toBe(201);
  });

  it('stays when others fill the disk while bodies come in, however many at once', async () => {
    let others = 0;
    app = await openTestApp({ limits, staging: diskOf(60 * MB, () => others) });
    const urls: string[] = [];
    for (let count = 0; count < 8; count++)
      urls.push((await create(app, 6 * MB)).headers.location!);
    others = 35 * MB;
    const body = Buffer.alloc(6 * MB);
    const replies = await Promise.all(urls.map((url) => patch(app, url, 0, { body })));
    expect(replies.filter(({ status }) => status === 507).length).toBeGreaterThanOrEqual(6);
    expect(await bytesIn(app.home)).toBeLessThanOrEqual(15 * MB);
    others = 0;
    const stopped = replies.findIndex(({ status }) => status === 507);
    const at = Number((await send(app, 'HEAD', urls[stopped]!)).headers['upload-offset']);
    const rest = body.subarray(at);
    await poll(async () => (await patch(app, urls[stopped]!, at, { body: rest })).status).toBe(204);
  });
});
