import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Staging, ReceiveOptions, UploadRecord } from './staging-port.js';

export const hashOf = (bytes: Buffer, algorithm = 'sha256') =>
  createHash(algorithm).update(bytes).digest();
export const hexOf = (bytes: Buffer | string) => hashOf(Buffer.from(bytes)).toString('hex');

export const newUpload = (length = 1e9): UploadRecord => ({
  ...{ id: randomUUID(), owner: 'ann', name: 'a.txt', metadata: '', length },
});

export const options = (more: Partial<ReceiveOptions> = {}): ReceiveOptions => ({
  at: 0,
  limit: 1e9,
  pace: { windowMs: 10_000, bytes: 1 },
  signal: new AbortController().signal,
  ...more,
});

export function inPieces(bytes: Buffer): Readable {
  const size = 65_536;
  const count = Math.ceil(bytes.length / size);
  return Readable.from(
    Array.from({ length: count }, (_, n) => Buffer.from(bytes.subarray(n * size, (n + 1) * size))),
    { objectMode: false },
  );
}

/** What every staging must do. Each `open` is another process on the same store. */
export const stagingContract = (name: string, open: () => Promise<Staging>) =>
  describe(`staging contract: ${name}`, () => {
    let staging: Staging;
    let upload: UploadRecord;
    beforeEach(async () => {
      staging = await open();
      upload = newUpload();
    });
    const take = (bytes: Buffer | string, more: Partial<ReceiveOptions> = {}, record = upload) =>
      staging.receive(record, inPieces(Buffer.from(bytes)), options(more));
    const content = async (record: UploadRecord) =>
      buffer(await (await staging.staged(record)).read());
    const sha = async ({ id }: UploadRecord, from = staging) =>
      from.sha256({ id }, await from.size({ id }));

    describe('taking bytes', () => {
      it.each([1, 65_536, 1_048_576, 5_000_003, 12_000_000])('%i bytes arrive', async (length) => {
        const bytes = randomBytes(length);
        const onBytes = jest.fn<(bytes: number) => void>();
        const received = await take(bytes, { onBytes });
        expect(received).toMatchObject({ end: 'complete', size: length });
        expect(received.head?.equals(bytes.subarray(0, 4100))).toBe(true);
        expect((await content(received.record)).equals(bytes)).toBe(true);
        expect(await sha(upload)).toBe(hexOf(bytes));
        expect(onBytes.mock.calls.flat().reduce((a, b) => a + b)).toBe(length);
      });

      it.each(['sha1', 'sha256'] as const)('gives the %s of each piece alone', async (checksum) => {
        const [one, two] = [randomBytes(2_000_000), randomBytes(10)];
        const first = await take(one, { checksum });
        const second = await take(two, { at: one.length, checksum }, first.record);
        expect(first.checksum?.equals(hashOf(one, checksum))).toBe(true);
        expect(second.checksum?.equals(hashOf(two, checksum))).toBe(true);
        expect(await sha(upload)).toBe(hexOf(Buffer.concat([one, two])));
      });

      it('puts many pieces of many sizes together', async () => {
        const sizes = [5_242_880, 1, 6_000_000, 70_000, 300_000, 5_000_000, 5_242_879, 3];
        const pieces = sizes.map((size) => randomBytes(size));
        let record = upload;
        let at = 0;
        for (const piece of pieces) {
          const received = await take(piece, { at }, record);
          record = received.record;
          expect(received.size).toBe((at += piece.length));
        }
        const whole = Buffer.concat(pieces);
        expect(await staging.size(upload)).toBe(whole.length);
        expect((await content(record)).equals(whole)).toBe(true);
        expect(await sha(upload)).toBe(hexOf(whole));
        const part = await staging.bytes(upload, 5_242_870, 6_100_000);
        expect(part.equals(whole.subarray(5_242_870, 11_342_870))).toBe(true);
      });

      it('gives back the memory of what it has stored, where nothing else has a part in it', async () => {
        const own = [Buffer.alloc(65_536, 1), Buffer.alloc(1000, 2)];
        const shared = Buffer.alloc(5000, 3);
        const chunks = [...own, shared.subarray(0, 4000)];
        const whole = Buffer.concat(chunks);
        const { record, head } = await staging.receive(upload, Readable.from(chunks), options());
        expect((await content(record)).equals(whole)).toBe(true);
        expect(head?.equals(whole.subarray(0, 4100))).toBe(true);
        expect([...own, shared].map(({ length }) => length)).toEqual([0, 0, 5000]);
      });

      it('keeps what had arrived when the sender breaks off', async () => {
        const source = new PassThrough();
        source.write(Buffer.alloc(100_000, 1));
        const onBytes = () => void setTimeout(() => source.destroy(new Error('reset')), 5);
        const received = await staging.receive(upload, source, options({ onBytes }));
        expect(received).toMatchObject({ end: 'broken', size: 100_000 });
        expect(await staging.size(upload)).toBe(100_000);
      });

      it('sees that the sender had broken off before', async () => {
        const source = new PassThrough();
        source.on('error', () => undefined).destroy(new Error('reset'));
        const received = await staging.receive(upload, source, options());
        expect(received).toMatchObject({ end: 'broken', size: 0 });
      });

      it('stops at more than was announced', async () => {
        const received = await take(randomBytes(300_000), { limit: 1000 });
        expect(received.end).toBe('too-long');
        expect(await staging.size(upload)).toBeLessThanOrEqual(1000);
      });

      it('gives up a sender that drips, keeping its bytes', async () => {
        const source = new PassThrough();
        const drip = setInterval(() => source.write('x'), 10);
        const pace = { windowMs: 60, bytes: 1000 };
        const received = await staging.receive(upload, source, options({ pace }));
        clearInterval(drip);
        expect(received.end).toBe('too-slow');
        expect(received.size).toBeGreaterThan(0);
        expect(await staging.size(upload)).toBe(received.size);
      });

      it('lets go when it is told to', async () => {
        const source = new PassThrough();
        const release = new AbortController();
        const onBytes = () => void setTimeout(() => release.abort(), 5);
        const wanted = options({ signal: release.signal, onBytes });
        const taken = staging.receive(upload, source, wanted);
        source.write('some');
        const { end, size, record } = await taken;
        expect([end, size]).toEqual(['released', 4]);
        const again = await staging.receive(record, source, { ...wanted, at: 4 });
        expect(again).toMatchObject({ end: 'released', size: 4 });
      });
    });

    describe('what another process finds', () => {
      it('is the record and the bytes, hashed again', async () => {
        const saved = await staging.save(upload);
        const { record } = await take('first ', {}, saved);
        await staging.sync(upload.id);
        const later = await open();
        const found = await later.find(upload.id);
        expect(found).toEqual(record);
        expect(await later.size(upload)).toBe(6);
        await later.receive(found!, inPieces(Buffer.from('rest')), options({ at: 6 }));
        expect(await sha(upload, later)).toBe(hexOf('first rest'));
      });

      it('is what was saved last', async () => {
        const saved = await staging.save(await staging.save(upload));
        await staging.save({ ...saved, unverifiedFrom: 7 });
        const found = await (await open()).find(upload.id);
        expect(found).toMatchObject({ ...upload, unverifiedFrom: 7 });
      });

      it('is nothing where there is nothing', async () => {
        expect(await staging.find(randomUUID())).toBeUndefined();
        expect(await staging.size({ id: randomUUID() })).toBe(0);
      });
    });

    it.each([0, 5, 11])(
      'is not misled by a hash of bytes that were cut back to %i',
      async (size) => {
        const { record } = await take('right wrong');
        const cut = await staging.cut(record, size);
        expect(await staging.size(upload)).toBe(size);
        expect(await sha(upload)).toBe(hexOf('right wrong'.slice(0, size)));
        await take(' again', { at: size }, cut);
        expect(await sha(upload)).toBe(hexOf(`${'right wrong'.slice(0, size)} again`));
      },
    );

    it('cuts within large bytes', async () => {
      const bytes = randomBytes(12_000_000);
      const { record } = await take(bytes);
      await staging.cut(record, 7_000_000);
      expect(await sha(upload)).toBe(hexOf(bytes.subarray(0, 7_000_000)));
    });

    it('reads from either end', async () => {
      await take('0123456789');
      expect((await staging.bytes(upload, 0, 4)).toString()).toBe('0123');
      expect((await staging.bytes(upload, -3, 100)).toString()).toBe('789');
      expect((await staging.bytes(upload, -100, 100)).toString()).toBe('0123456789');
    });

    it('discards the bytes and keeps the record', async () => {
      const { record } = await take('bytes', {}, await staging.save(upload));
      await staging.discard(record);
      expect(await staging.size(upload)).toBe(0);
      expect(await staging.find(upload.id)).toMatchObject(upload);
    });

    it('lists uploads with their latest change until they are forgotten', async () => {
      await take('bytes', {}, await staging.save(upload));
      const listed = async () => {
        for await (const staged of staging.list()) if (staged.id === upload.id) return staged;
        return undefined;
      };
      const found = await listed();
      expect(found?.record).toEqual(await staging.find(upload.id));
      expect(Math.abs(found!.changedAt - Date.now())).toBeLessThan(60_000);
      expect(await staging.forget(upload.id, found!.record)).toBe(true);
      expect([(await listed())?.record, await staging.find(upload.id)]).toEqual([
        undefined,
        undefined,
      ]);
      expect(await staging.size(upload)).toBe(0);
    });
  });
