import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describeWithEngine } from '@feusa/testing/engines';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { blobsContract } from './contract.js';
import { MissingBlob } from './port.js';
import { openBucket } from '@feusa/platform/s3/bucket';
import { newGeneration } from './s3-generations.js';
import { openS3Blobs, type S3Blobs } from './s3.js';
import { freshBucket, type TestBucket } from '../test-bucket.js';

describeWithEngine('s3', 'blobs in S3', () => {
  blobsContract('s3', async () => {
    const bucket = freshBucket();
    const blobs = await openS3Blobs(bucket.options());
    const close = async () => {
      blobs.close();
      await bucket.drop();
    };
    return { ...blobs, close };
  });

  describe('several services', () => {
    let bucket: TestBucket;
    let services: [S3Blobs, S3Blobs];
    beforeEach(async () => {
      bucket = freshBucket();
      const open = () => openS3Blobs(bucket.options());
      services = await Promise.all([open(), open()]);
    });
    afterEach(async () => {
      for (const service of services) service.close();
      await bucket.drop();
    });

    const shaOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
    const adopt = async (blobs: S3Blobs, bytes: Buffer) => {
      const read = () => Promise.resolve(Readable.from([bytes]));
      await blobs.adopt({ size: bytes.length, read }, shaOf(bytes));
      return shaOf(bytes);
    };
    const objects = async () => {
      const store = await openBucket(bucket.options());
      const keys: string[] = [];
      for await (const { key } of store.list('')) keys.push(key);
      store.close();
      return keys;
    };

    it('do not take for a blob what the server is still writing, under a name of its own', async () => {
      const sha256 = shaOf(randomBytes(10));
      const store = await openBucket(bucket.options());
      const name = `${newGeneration(sha256)}-${randomUUID()}`;
      await store.put(name, 'half of it').finally(() => store.close());
      expect(await services[0].size(sha256)).toBeUndefined();
    });

    it('read what another one has adopted, again and again, and lose nothing that is removed', async () => {
      const [one, two] = services;
      const bytes = randomBytes(300_000);
      const sha256 = await adopt(one, bytes);
      expect((await buffer(await two.read(sha256))).equals(bytes)).toBe(true);
      await adopt(one, bytes);
      expect((await buffer(await two.read(sha256))).equals(bytes)).toBe(true);
      await one.remove(sha256);
      await expect(two.read(sha256)).rejects.toThrow(MissingBlob);
      expect(await two.size(sha256)).toBeUndefined();
    });

    it('read what another one adopts all the while', async () => {
      const [one, two] = services;
      const bytes = randomBytes(30);
      const sha256 = await adopt(one, bytes);
      let isOver = false;
      const adopting = Array.from({ length: 3 }, async () => {
        for (let round = 0; round < 80; round++) await adopt(one, bytes);
      });
      const reading = Array.from({ length: 8 }, async () => {
        while (!isOver) expect((await buffer(await two.read(sha256))).equals(bytes)).toBe(true);
      });
      await Promise.all([Promise.all(adopting).finally(() => (isOver = true)), ...reading]);
    });

    it('keep one object of what many adopt', async () => {
      const bytes = randomBytes(1000);
      for (let round = 0; round < 3; round++) {
        await Promise.all(services.map((service) => adopt(service, bytes)));
      }
      await adopt(services[0], bytes);
      expect(await objects()).toHaveLength(1);
    });

    it('lose no adoption to a removal beside it', async () => {
      const [one, two] = services;
      const bytes = randomBytes(1000);
      const sha256 = await adopt(one, bytes);
      for (let round = 0; round < 25; round++) {
        const since = Date.now();
        await Promise.all([one.remove(sha256, since), adopt(two, bytes)]);
        expect(await one.size(sha256)).toBe(1000);
        expect((await buffer(await one.read(sha256))).equals(bytes)).toBe(true);
      }
    });

    it('do not take a name that another key begins with for a blob', async () => {
      const store = await openBucket(bucket.options());
      await store.put('blobs/ab/notes.txt', 'x');
      await store.put('other/thing', 'x');
      store.close();
      const listed: unknown[] = [];
      for await (const blob of services[0].list()) listed.push(blob);
      expect(listed).toEqual([]);
    });
  });
});
