import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MissingBlob, type Blobs } from './port.js';
import { stagedFile } from './staged-file.js';

const ABSENT = 'f'.repeat(64);
const shaOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

/** Copies what it gets some time after it got it, as a busy socket does. */
const slowCopy = (arrived: Buffer[]) =>
  new Writable({
    write(bytes: Buffer, _encoding, done) {
      setTimeout(() => done(void arrived.push(Buffer.from(bytes))), 1);
    },
  });

/** What every blob store must do. `open` gives an empty one. */
export const blobsContract = (name: string, open: () => Promise<Blobs & { close?(): unknown }>) =>
  describe(`blobs contract: ${name}`, () => {
    let blobs: Awaited<ReturnType<typeof open>>;
    let scratch: string;
    beforeEach(async () => {
      blobs = await open();
      scratch = await mkdtemp(path.join(tmpdir(), 'feusa-blobs-'));
    });
    afterEach(async () => {
      await blobs.close?.();
      await rm(scratch, { recursive: true });
    });

    const adopt = async (bytes: Buffer) => {
      const file = path.join(scratch, randomBytes(8).toString('hex'));
      await writeFile(file, bytes);
      await blobs.adopt(await stagedFile(file), shaOf(bytes));
      return shaOf(bytes);
    };
    const names = async () => (await all(blobs.list())).map(({ sha256 }) => sha256);

    it('gives back what it was given', async () => {
      const bytes = randomBytes(3_000_000);
      const sha256 = await adopt(bytes);
      expect(await blobs.size(sha256)).toBe(bytes.length);
      expect((await buffer(await blobs.read(sha256))).equals(bytes)).toBe(true);
    });

    it('takes bytes that are no file of this machine', async () => {
      const bytes = randomBytes(6_000_000);
      const read = () => Promise.resolve(Readable.from([bytes.subarray(0, 9), bytes.subarray(9)]));
      await blobs.adopt({ size: bytes.length, read }, shaOf(bytes));
      expect((await buffer(await blobs.read(shaOf(bytes)))).equals(bytes)).toBe(true);
      const broken = new Readable({ read: (): void => void broken.destroy(new Error('reset')) });
      const lost = blobs.adopt({ size: 9, read: () => Promise.resolve(broken) }, ABSENT);
      await expect(lost).rejects.toThrow('reset');
      expect(await names()).toEqual([shaOf(bytes)]);
    });

    it('reads a range with both ends', async () => {
      const sha256 = await adopt(Buffer.from('0123456789'));
      const range = await blobs.read(sha256, { start: 2, end: 5 });
      expect((await buffer(range)).toString()).toBe('2345');
    });

    it('pipes the whole or a range, and leaves the stream open', async () => {
      const bytes = randomBytes(2_500_001);
      const sha256 = await adopt(bytes);
      const arrived: Buffer[] = [];
      const sink = slowCopy(arrived);
      expect(await blobs.pipe(sha256, () => sink)).toBe(true);
      expect(await blobs.pipe(sha256, () => sink, { start: 1, end: 1_100_000 })).toBe(true);
      expect(sink.writable).toBe(true);
      const expected = Buffer.concat([bytes, bytes.subarray(1, 1_100_001)]);
      expect(Buffer.concat(arrived).equals(expected)).toBe(true);
    });

    it('says so when the other side goes away', async () => {
      const sha256 = await adopt(randomBytes(5_000_000));
      const stuck = new Writable({ write: () => undefined });
      const piped = blobs.pipe(sha256, () => stuck);
      setTimeout(() => stuck.destroy(), 20);
      expect(await piped).toBe(false);
    });

    it('keeps the same bytes once, newly adopted', async () => {
      const first = await adopt(Buffer.from('twice'));
      const [before] = await all(blobs.list());
      await new Promise((later) => setTimeout(later, 30));
      await adopt(Buffer.from('twice'));
      const [after, ...more] = await all(blobs.list());
      expect([after?.sha256, more]).toEqual([first, []]);
      expect(after!.adoptedAt).toBeGreaterThan(before!.adoptedAt);
      expect(Math.abs(after!.adoptedAt - Date.now())).toBeLessThan(60_000);
    });

    it('knows no size and no bytes of what it has not', async () => {
      expect(await blobs.size(ABSENT)).toBeUndefined();
      await expect(blobs.read(ABSENT)).rejects.toThrow(MissingBlob);
      let begun = false;
      const begin = () => ((begun = true), new PassThrough());
      await expect(blobs.pipe(ABSENT, begin)).rejects.toThrow(MissingBlob);
      expect(begun).toBe(false);
      expect(await names()).toEqual([]);
    });

    it.each(['../../etc/passwd', 'A'.repeat(64), '', 'undefined'])('takes no name like %j', (sha) =>
      expect((async () => blobs.read(sha))()).rejects.toThrow(),
    );

    it('forgets what is removed, twice', async () => {
      const [kept, gone] = [await adopt(Buffer.from('kept')), await adopt(Buffer.from('gone'))];
      expect(await blobs.remove(gone)).toBe(true);
      expect(await blobs.remove(gone)).toBe(false);
      expect(await blobs.size(gone)).toBeUndefined();
      expect(await names()).toEqual([kept]);
    });

    it('keeps what was adopted again since it was looked at', async () => {
      const sha256 = await adopt(Buffer.from('wanted again'));
      expect(await blobs.remove(sha256, Date.now() - 60_000)).toBe(false);
      expect(await blobs.size(sha256)).toBe(12);
      expect(await blobs.remove(sha256, Date.now() + 60_000)).toBe(true);
      expect(await names()).toEqual([]);
    });

    it('takes many at once', async () => {
      const files = Array.from({ length: 40 }, (_, index) => Buffer.from(`file ${index % 20}`));
      const adopted = await Promise.all(files.map(adopt));
      expect((await names()).sort()).toEqual([...new Set(adopted)].sort());
    });
  });
