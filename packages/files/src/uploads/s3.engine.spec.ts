import { randomBytes, randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describeWithEngine } from '@feusa/testing/engines';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitUntil } from '@feusa/testing/wait';
import { StagedBytesGone } from '../blobs/port.js';
import { openS3Blobs, type S3Blobs } from '../blobs/s3.js';
import { openBucket } from '@feusa/platform/s3/bucket';
import { freshBucket } from '../test-bucket.js';
import { hexOf, inPieces, newUpload, options, stagingContract } from './contract.js';
import { openS3Staging, type S3Staging } from './s3.js';
import { StaleWrite, type Staged, type UploadRecord } from './staging-port.js';

const MIB = 1 << 20;
const BACK = { timeout: 20_000 };

describeWithEngine('s3', 'staging in S3', () => {
  const bucket = freshBucket();
  const opened: { close(): void }[] = [];
  const open = async () => {
    const staging = await openS3Staging(bucket.options());
    opened.push(staging);
    return staging;
  };
  afterAll(async () => {
    for (const each of opened) each.close();
    await bucket.drop();
  });

  stagingContract('s3', open);

  describe('two processes', () => {
    let one: S3Staging;
    let two: S3Staging;
    let blobs: S3Blobs;
    beforeAll(async () => {
      [one, two] = await Promise.all([open(), open()]);
      blobs = await openS3Blobs(bucket.options());
      opened.push(blobs);
    });

    const begin = async (length = 1e9) => one.save(newUpload(length));
    const read = async (staging: S3Staging, record: UploadRecord) =>
      buffer(await (await staging.staged(record)).read());
    const found = async (staging: S3Staging, { id }: UploadRecord) => (await staging.find(id))!;

    it('do not take for a state what the server is still writing, under a name of its own', async () => {
      const { id } = await begin();
      const store = await openBucket(bucket.options());
      opened.push(store);
      await store.put(`uploads/${id}/state-000000001.json-${randomUUID()}`, '{"rec');
      expect((await found(two, { id } as UploadRecord)).id).toBe(id);
      const listed: Staged[] = [];
      for await (const staged of two.list()) if (staged.id === id) listed.push(staged);
      expect(listed).toMatchObject([{ record: { id } }]);
    });

    it('send one upload in turn, and either makes a blob of it without reading it', async () => {
      const pieces = [6 * MIB, 10, 3 * MIB, 7 * MIB, 5 * MIB].map((size) => randomBytes(size));
      const whole = Buffer.concat(pieces);
      const upload = await begin(whole.length);
      let at = 0;
      for (const [turn, piece] of pieces.entries()) {
        const staging = turn % 2 ? two : one;
        const record = await found(staging, upload);
        const received = await staging.receive(record, inPieces(piece), options({ at }));
        expect(received).toMatchObject({ end: 'complete', size: (at += piece.length) });
      }
      const record = await found(two, upload);
      const blob = await two.sha256(record, whole.length);
      expect(blob).toBe(hexOf(whole));
      const staged = await two.staged(record);
      const unread = () => Promise.reject(new Error('it was read'));
      await blobs.adopt({ ...staged, read: unread }, blob);
      expect((await buffer(await blobs.read(blob))).equals(whole)).toBe(true);
      await two.discard(record);
      await expect(blobs.adopt(staged, blob)).rejects.toThrow(StagedBytesGone);
      expect(await blobs.size(blob)).toBe(whole.length);
    });

    it('the later writer goes on, and the earlier one can add nothing', async () => {
      const bytes = randomBytes(12 * MIB);
      const upload = await begin();
      const slow = new PassThrough();
      const earlier = one.receive(upload, slow, options()).catch((fault: unknown) => fault);
      slow.write(bytes.subarray(0, 6 * MIB));
      const at = await waitUntil(() => two.size({ id: upload.id }), BACK);
      const record = await found(two, upload);
      await two.receive(record, inPieces(bytes.subarray(at, at + 100)), options({ at }));
      slow.end(randomBytes(6 * MIB));
      expect(await earlier).toBeInstanceOf(StaleWrite);
      expect(await one.size({ id: upload.id })).toBe(at + 100);
      expect((await read(one, await found(one, upload))).equals(bytes.subarray(0, at + 100))).toBe(
        true,
      );
    });

    it('a writer that was overtaken in silence adds nothing, whatever it still has', async () => {
      const upload = await begin();
      const slow = new PassThrough();
      const earlier = one.receive(upload, slow, options()).catch((fault: unknown) => fault);
      slow.write('earlier');
      const claimed = await waitUntil(async () => {
        const record = await found(two, upload);
        return record.revision !== upload.revision && record;
      }, BACK);
      await two.receive(claimed, inPieces(Buffer.from('later')), options());
      slow.end();
      expect(await earlier).toBeInstanceOf(StaleWrite);
      expect((await read(one, await found(one, upload))).toString()).toBe('later');
    });

    it('of many that begin at once exactly one is taken', async () => {
      const upload = await begin();
      const bodies = Array.from({ length: 8 }, (_, n) => Buffer.alloc(300_000, n));
      const takes = bodies.map((body, n) =>
        (n % 2 ? two : one).receive(upload, inPieces(body), options()),
      );
      const outcomes = await Promise.allSettled(takes);
      const winner = outcomes.findIndex(({ status }) => status === 'fulfilled');
      const lost = outcomes.filter(({ status }) => status === 'rejected');
      expect(lost).toHaveLength(7);
      for (const outcome of lost) expect(outcome).toMatchObject({ reason: expect.any(StaleWrite) });
      expect((await read(two, await found(two, upload))).equals(bodies[winner]!)).toBe(true);
    });

    it('an old record changes nothing', async () => {
      const upload = await begin();
      const { record: old } = await one.receive(upload, inPieces(Buffer.from('old')), options());
      const { record } = await two.receive(old, inPieces(Buffer.from('er')), options({ at: 3 }));
      const changes = [
        () => one.save({ ...old, ended: true }),
        () => one.cut(old, 1),
        () => one.discard(old),
        () => one.receive(old, inPieces(Buffer.from('x')), options({ at: 3 })),
        () => one.save(newUploadOf(old)),
      ];
      for (const change of changes) await expect(change()).rejects.toThrow(StaleWrite);
      expect(await one.forget(old.id, old)).toBe(false);
      expect(await one.find(old.id)).toEqual(record);
      expect(await one.sha256(record, 5)).toBe(hexOf('older'));
    });

    it('nobody goes on with what one has forgotten', async () => {
      const upload = await begin();
      const { record } = await one.receive(upload, inPieces(Buffer.from('bytes')), options());
      expect(await two.forget(record.id, record)).toBe(true);
      const more = one.receive(record, inPieces(Buffer.from('more')), options({ at: 5 }));
      await expect(more).rejects.toThrow(StaleWrite);
      await expect(one.save(record)).rejects.toThrow(StaleWrite);
      expect(await one.find(record.id)).toBeUndefined();
      expect(await one.forget(record.id)).toBe(false);
      for await (const { id } of two.list()) expect(id).not.toBe(record.id);
    });

    it('forty races have one winner each', async () => {
      let record = await begin();
      for (let race = 0; race < 40; race++) {
        const saves = [one, two, one, two].map((staging, n) =>
          staging.save({ ...record, name: `${race} ${n}` }),
        );
        const outcomes = await Promise.allSettled(saves);
        const won = outcomes.filter((outcome) => outcome.status === 'fulfilled');
        expect(won).toHaveLength(1);
        record = won[0]!.value;
        expect(await two.find(record.id)).toEqual(record);
      }
    });

    it('a hash of bytes that another process has replaced is not believed', async () => {
      const upload = await begin();
      const { record } = await one.receive(upload, inPieces(Buffer.from('old')), options());
      const cut = await two.cut(record, 0);
      await two.receive(cut, inPieces(Buffer.from('new')), options());
      expect(await one.sha256({ id: upload.id }, 3)).toBe(hexOf('new'));
    });
  });

  const newUploadOf = ({ id }: UploadRecord): UploadRecord => ({ ...newUpload(), id });
});
