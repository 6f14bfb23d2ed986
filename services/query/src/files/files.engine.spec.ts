import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { openS3Blobs } from '@feusa/files/blobs/s3';
import { freshBucket } from '@feusa/files/test-bucket';
import { openOwnS3 } from '@feusa/platform/s3/test-own-s3';
import { describeWithEngine } from '@feusa/testing/engines';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor, waitUntil } from '@feusa/testing/wait';
import { get, openTestApp, type TestApp } from './test-app.js';
import { servedFiles } from './test-files.js';

const picture = () =>
  sharp({ create: { width: 400, height: 200, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();

describeWithEngine('s3', 'files from S3', () => {
  const bucket = freshBucket();
  afterAll(() => bucket.drop());
  const open = () => openS3Blobs(bucket.options());

  servedFiles(open);

  describe('two query services', () => {
    let one: TestApp;
    let two: TestApp;
    beforeAll(async () => {
      [one, two] = await Promise.all([openTestApp(open), openTestApp(open)]);
    });
    afterAll(() => Promise.all([one.close(), two.close()]));
    const known = (url: string) => {
      const id = url.slice('/files/'.length);
      two.files.set(id, one.files.get(id)!);
      return url;
    };

    it('serve any file, and make any thumbnail', async () => {
      const bytes = randomBytes(700_000);
      const url = known(await one.put(bytes, 'a.bin', 'application/octet-stream'));
      const image = known(await one.put(await picture(), 'p.png', 'image/png'));
      for (const app of [one, two]) {
        expect((await get(app, url)).body.equals(bytes)).toBe(true);
        const small = await get(app, `${image}/thumbnail?size=96`);
        expect([small.status, small.headers['content-type']]).toEqual([200, 'image/webp']);
      }
    });

    it('readers that go away leave no connection to the store behind', async () => {
      const url = await one.put(randomBytes(20_000_000), 'big', 'application/octet-stream');
      const openFiles = async () => (await readdir('/proc/self/fd').catch(() => [])).length;
      const before = await openFiles();
      for (let round = 0; round < 20; round++) {
        const request = http.get({
          ...{ port: one.port, host: '127.0.0.1', path: url, agent: false },
          headers: { cookie: 'feusa_session=ann' },
        });
        request.on('error', () => undefined);
        request.on('response', (response) => void setTimeout(() => response.destroy(), 2));
        await pause(5);
      }
      await waitUntil(async () => (await openFiles()) <= before + 4, { timeout: 10_000 });
      expect((await get(one, url)).body.length).toBe(20_000_000);
    });
  });

  it('are refused with 503 while the store is away, and thumbnails are made when it is back', async () => {
    const own = await openOwnS3();
    const app = await openTestApp(() => openS3Blobs(own.options()));
    const url = await app.put(await picture(), 'p.png', 'image/png');
    const thumbnail = `${url}/thumbnail?size=96`;
    await own.engine.kill('SIGKILL');
    for (const address of [url, thumbnail]) {
      const { status, body } = await get(app, address);
      expect([status, JSON.parse(body.toString())]).toMatchObject([503, { code: 'unavailable' }]);
    }
    await own.engine.start();
    const status = async () => (await get(app, thumbnail)).status;
    await waitFor(async () => expect(await status()).toBe(200), { timeout: 10_000 });
    await app.close();
    await own.close();
  });
});
