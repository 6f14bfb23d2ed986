import { createHash, randomBytes } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describeWithEngine } from '@feusa/testing/engines';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openS3Blobs, type S3Blobs } from '../blobs/s3.js';
import { freshBucket } from '../test-bucket.js';
import { newUpload, options } from './contract.js';
import { openS3Staging, type S3Staging } from './s3.js';

const MIB = 1 << 20;
const PIECE = 64 << 10;
setFlagsFromString('--expose-gc');
const collectOnce = runInNewContext('gc') as () => void;

/** How many bytes all buffers hold: a second collection waits for what the first frees in the background. */
function heldBytes(): number {
  collectOnce();
  collectOnce();
  return process.memoryUsage().arrayBuffers;
}

describeWithEngine('s3', 'large uploads in S3', () => {
  const bucket = freshBucket();
  let staging: S3Staging;
  let blobs: S3Blobs;
  beforeAll(async () => {
    staging = await openS3Staging(bucket.options());
    blobs = await openS3Blobs(bucket.options());
  });
  afterAll(async () => {
    staging.close();
    blobs.close();
    await bucket.drop();
  });

  /** Looks every 10 MiB of the bytes that pass at how much more all buffers hold than before; gives the most. */
  function watchBuffers() {
    const before = heldBytes();
    let passed = 0;
    let peak = 0;
    return {
      peak: () => peak,
      pass(size: number) {
        passed += size;
        if (passed % (10 * MIB) >= size) return;
        peak = Math.max(peak, heldBytes() - before);
      },
    };
  }

  const base = randomBytes(PIECE);
  function* pieces(count: number) {
    for (let n = 0; n < count; n++) {
      const piece = Buffer.from(base);
      piece.writeUInt32BE(n);
      yield piece;
    }
  }
  function shaOf(count: number): string {
    const hash = createHash('sha256');
    for (const piece of pieces(count)) hash.update(piece);
    return hash.digest('hex');
  }

  it('100 MiB are taken, made a blob and given out with little of them in memory', async () => {
    const count = (100 * MIB) / PIECE;
    const upload = await staging.save(newUpload(100 * MIB));
    const source = Readable.from(pieces(count), { objectMode: false });
    const taking = watchBuffers();
    const onBytes = (size: number) => taking.pass(size);
    const { record } = await staging.receive(upload, source, options({ onBytes }));
    expect(taking.peak()).toBeGreaterThan(0);
    expect(taking.peak()).toBeLessThan(30 * MIB);

    const blob = await staging.sha256(record, 100 * MIB);
    expect(blob).toBe(shaOf(count));
    await blobs.adopt(await staging.staged(record), blob);
    expect(await blobs.size(blob)).toBe(100 * MIB);

    const hash = createHash('sha256');
    const giving = watchBuffers();
    const reader = new Writable({
      write(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        giving.pass(chunk.length);
        setImmediate(done);
      },
    });
    expect(await blobs.pipe(blob, () => reader)).toBe(true);
    expect(hash.digest('hex')).toBe(blob);
    expect(giving.peak()).toBeLessThan(30 * MIB);
  });
});
