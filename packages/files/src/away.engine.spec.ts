import { createHash, randomBytes } from 'node:crypto';
import { PassThrough, Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { describeWithEngine } from '@feusa/testing/engines';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { waitFor, waitUntil } from '@feusa/testing/wait';
import { openS3Blobs, type S3Blobs } from './blobs/s3.js';
import { hexOf, inPieces, newUpload, options } from './uploads/contract.js';
import { openS3Staging, type S3Staging } from './uploads/s3.js';
import { openOwnS3, type OwnS3 } from '@feusa/platform/s3/test-own-s3';

const MIB = 1 << 20;
const twice = (text: string) => [text, text];
const AWAY = { code: 'unavailable', status: 503 };
const BACK = { timeout: 30_000, interval: 100 };

describeWithEngine('s3', 'an S3 server that goes away', () => {
  let server: OwnS3;
  let blobs: S3Blobs;
  let staging: S3Staging;
  beforeAll(async () => {
    server = await openOwnS3();
    blobs = await openS3Blobs(server.options());
    staging = await openS3Staging(server.options());
  });
  beforeEach(() => server.engine.start());
  afterAll(async () => {
    blobs.close();
    staging.close();
    await server.close();
  });

  const adopt = async (bytes: Buffer) => {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await blobs.adopt({ size: bytes.length, read: async () => Readable.from([bytes]) }, sha256);
    return sha256;
  };
  const everything = (sha256: string) => [
    () => blobs.size(sha256),
    () => blobs.read(sha256),
    () => blobs.pipe(sha256, () => new PassThrough()),
    () => blobs.remove(sha256),
    () => adopt(Buffer.from('more')),
    () => staging.find('an-upload'),
    () => staging.save(newUpload()),
    () => staging.receive(newUpload(), inPieces(Buffer.from('x')), options()),
    () => staging.size({ id: 'an-upload' }),
    () => staging.forget('an-upload'),
  ];
  /** Refuses everything with 503, and none of it takes longer than a person would wait. */
  const refusesAll = async (sha256: string) => {
    const began = performance.now();
    for (const outcome of await Promise.allSettled(everything(sha256).map((ask) => ask()))) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: AWAY });
    }
    expect(performance.now() - began).toBeLessThan(5000);
  };

  it('is noticed when it was killed, and found again when it is back', async () => {
    const sha256 = await adopt(Buffer.from('bytes'));
    await server.engine.kill('SIGKILL');
    server.reports.length = 0;
    await refusesAll(sha256);
    expect(blobs.state()).toBe('away');
    await server.engine.start();
    await waitFor(() => expect(server.reports).toHaveLength(4), BACK);
    const expected = [...twice('file store away'), ...twice('file store back')];
    expect(server.reports.toSorted()).toEqual(expected);
    expect(blobs.state()).toBe('ok');
    expect(await blobs.size(sha256)).toBe(5);
  });

  it('is given up where it hangs', async () => {
    const sha256 = await adopt(Buffer.from('bytes'));
    await server.engine.kill('SIGSTOP');
    try {
      await refusesAll(sha256);
    } finally {
      await server.engine.kill('SIGCONT');
    }
    await waitFor(async () => expect(await blobs.size(sha256)).toBe(5), BACK);
  });

  it('loses no byte that had been stored when it was killed in the middle of an upload', async () => {
    const bytes = randomBytes(16 * MIB);
    const upload = await staging.save(newUpload());
    const source = new PassThrough();
    const taken = staging.receive(upload, source, options()).catch((fault: unknown) => fault);
    source.write(bytes.subarray(0, 6 * MIB));
    await waitUntil(() => staging.size({ id: upload.id }), BACK);
    await server.engine.kill('SIGKILL');
    source.write(bytes.subarray(6 * MIB, 12 * MIB));
    expect(await taken).toMatchObject(AWAY);
    await server.engine.start();
    const record = await waitFor(() => staging.find(upload.id), BACK);
    const at = await staging.size({ id: upload.id });
    expect(at).toBeGreaterThan(5 * MIB);
    const rest = await staging.receive(record!, inPieces(bytes.subarray(at)), options({ at }));
    expect(rest).toMatchObject({ end: 'complete', size: bytes.length });
    expect(await staging.sha256({ id: upload.id }, bytes.length)).toBe(hexOf(bytes));
  });

  it('goes on with a download after a restart', async () => {
    const bytes = randomBytes(12 * MIB);
    const sha256 = await adopt(bytes);
    const arrived: Buffer[] = [];
    let size = 0;
    const reader = new Writable({
      write(chunk: Buffer, _encoding, done) {
        arrived.push(Buffer.from(chunk));
        size += chunk.length;
        void pause(size > MIB && size < 3 * MIB ? 50 : 0).then(() => done());
      },
    });
    const piped = blobs.pipe(sha256, () => reader).catch((fault: unknown) => fault);
    await waitUntil(() => size > MIB, BACK);
    await server.engine.kill('SIGKILL');
    await server.engine.start();
    expect(await piped).toBe(true);
    expect(Buffer.concat(arrived).equals(bytes)).toBe(true);
  });

  it('ends a download that it can bring nothing for', async () => {
    const sha256 = await adopt(randomBytes(12 * MIB));
    const slow = new Writable({ write: (_chunk, _encoding, done) => void setTimeout(done, 5) });
    const piped = blobs.pipe(sha256, () => slow).catch((fault: unknown) => fault);
    await pause(50);
    await server.engine.kill('SIGKILL');
    expect(await piped).toMatchObject(AWAY);
  });

  it('may be away at the start', async () => {
    await server.engine.stop();
    const early = {
      blobs: await openS3Blobs(server.options({ bucket: 'early' })),
      staging: await openS3Staging(server.options({ bucket: 'early' })),
    };
    await expect(early.staging.save(newUpload())).rejects.toMatchObject(AWAY);
    await server.engine.start();
    await waitFor(() => early.staging.save(newUpload()), BACK);
    expect(await early.blobs.size('a'.repeat(64))).toBeUndefined();
    early.blobs.close();
    early.staging.close();
  });

  it('may come back empty', async () => {
    const sha256 = await adopt(Buffer.from('bytes'));
    await server.engine.stop();
    await server.engine.wipe();
    await server.engine.start();
    await waitFor(async () => expect(await blobs.size(sha256)).toBeUndefined(), BACK);
    await waitFor(() => staging.save(newUpload()), BACK);
    await adopt(Buffer.from('bytes'));
    expect((await buffer(await blobs.read(sha256))).toString()).toBe('bytes');
  });

  it('refuses wrong keys at the start, in one sentence', async () => {
    const wrong = server.options({ secretKey: 'wrong', bucket: 'other' });
    await expect(openS3Blobs(wrong)).rejects.toMatchObject({
      name: 'StartFault',
      message: expect.stringContaining('does not let these keys use the bucket other'),
    });
  });
});
