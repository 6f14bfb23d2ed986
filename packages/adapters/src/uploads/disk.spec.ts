import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { appendFile, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDiskStaging } from './disk.js';
import type { Staging, TakeOptions, UploadRecord } from './staging-port.js';

const dir = await mkdtemp(path.join(tmpdir(), 'feusa-staging-'));
afterAll(() => rm(dir, { recursive: true }));

const hashOf = (bytes: Buffer, algorithm = 'sha256') => createHash(algorithm).update(bytes);
const options = (more: Partial<TakeOptions> = {}): TakeOptions => ({
  at: 0,
  limit: 1e9,
  pace: { windowMs: 10_000, bytes: 1 },
  signal: new AbortController().signal,
  ...more,
});

let staging: Staging;
let id: string;
beforeEach(async () => {
  staging = await openDiskStaging({ dir });
  id = randomUUID();
});
const content = () => readFile(staging.file(id));

describe('taking bytes', () => {
  it.each([1, 65_536, 1_048_576, 5_000_003])('%i bytes arrive whole', async (length) => {
    const bytes = randomBytes(length);
    const onBytes = vi.fn();
    const intake = await staging.take(id, inPieces(bytes), options({ onBytes }));
    expect(intake).toMatchObject({ end: 'complete', size: length });
    expect(intake.head?.equals(bytes.subarray(0, 4100))).toBe(true);
    expect((await content()).equals(bytes)).toBe(true);
    expect(await staging.sha256(id, await staging.size(id))).toBe(hashOf(bytes).digest('hex'));
    expect(onBytes.mock.calls.flat().reduce((a, b) => a + b)).toBe(length);
  });

  it.each(['sha1', 'sha256'] as const)('gives the %s of each piece alone', async (checksum) => {
    const [one, two] = [randomBytes(2_000_000), randomBytes(10)];
    const first = await staging.take(id, inPieces(one), options({ checksum }));
    const second = await staging.take(id, inPieces(two), options({ at: one.length, checksum }));
    expect(first.checksum?.equals(hashOf(one, checksum).digest())).toBe(true);
    expect(second.checksum?.equals(hashOf(two, checksum).digest())).toBe(true);
    expect(await staging.sha256(id, await staging.size(id))).toBe(
      hashOf(Buffer.concat([one, two])).digest('hex'),
    );
  });

  it('keeps what had arrived when the sender breaks off', async () => {
    const source = new PassThrough();
    source.write(Buffer.alloc(100_000, 1));
    const onBytes = () => void setTimeout(() => source.destroy(new Error('reset')), 5);
    const intake = await staging.take(id, source, options({ onBytes }));
    expect(intake).toMatchObject({ end: 'broken', size: 100_000 });
    expect(await staging.size(id)).toBe(100_000);
  });

  it('sees that the sender had broken off before', async () => {
    const source = new PassThrough();
    source.on('error', () => undefined).destroy(new Error('reset'));
    expect(await staging.take(id, source, options())).toMatchObject({ end: 'broken', size: 0 });
  });

  it('stops at more than was announced', async () => {
    const intake = await staging.take(id, inPieces(randomBytes(300_000)), options({ limit: 1000 }));
    expect(intake.end).toBe('too-long');
    expect(await staging.size(id)).toBeLessThanOrEqual(1000);
  });

  it('gives up a sender that drips, keeping its bytes', async () => {
    const source = new PassThrough();
    const drip = setInterval(() => source.write('x'), 10);
    const pace = { windowMs: 60, bytes: 1000 };
    const intake = await staging.take(id, source, options({ pace }));
    clearInterval(drip);
    expect(intake.end).toBe('too-slow');
    expect(intake.size).toBeGreaterThan(0);
    expect(await staging.size(id)).toBe(intake.size);
  });

  it('lets go when it is told to', async () => {
    const source = new PassThrough();
    const release = new AbortController();
    const taken = staging.take(id, source, options({ signal: release.signal }));
    source.write('some');
    setTimeout(() => release.abort(), 20);
    expect(await taken).toMatchObject({ end: 'released', size: 4 });
    expect(await staging.take(id, source, options({ at: 4, signal: release.signal }))).toEqual({
      end: 'released',
      size: 4,
    });
  });
});

describe('what a new process finds', () => {
  const record = (): UploadRecord => ({ id, owner: 'ann', name: 'a.txt', metadata: '', length: 9 });

  it('is the record and the bytes, hashed again', async () => {
    await staging.save(record());
    await staging.take(id, inPieces(Buffer.from('first ')), options());
    await staging.sync(id, 'all');
    const later = await openDiskStaging({ dir });
    expect(await later.find(id)).toEqual(record());
    expect(await later.size(id)).toBe(6);
    await later.take(id, inPieces(Buffer.from('rest')), options({ at: 6 }));
    expect(await later.sha256(id, 10)).toBe(hashOf(Buffer.from('first rest')).digest('hex'));
  });

  it('is nothing where the record was cut', async () => {
    await writeFile(path.join(dir, `${id}.json`), '{"id":');
    expect(await staging.find(id)).toBeUndefined();
    expect(await staging.find(randomUUID())).toBeUndefined();
  });

  it('lists records and bytes that nobody owns, with their latest change', async () => {
    const orphan = randomUUID();
    await staging.save(record());
    await writeFile(staging.file(orphan), 'x');
    await utimes(staging.file(orphan), 1000, 1000);
    const found = new Map<string, unknown>();
    for await (const staged of staging.list()) found.set(staged.id, staged);
    expect(found.get(id)).toMatchObject({ record: record() });
    expect(found.get(orphan)).toEqual({ id: orphan, record: undefined, changedAt: 1_000_000 });
    await staging.forget(id);
    await staging.forget(orphan);
    expect(await staging.find(id)).toBeUndefined();
  });
});

it('is not misled by a hash of bytes that were cut off or changed', async () => {
  await staging.take(id, inPieces(Buffer.from('right wrong')), options());
  await staging.cut(id, 5);
  expect(await staging.sha256(id, await staging.size(id))).toBe(
    hashOf(Buffer.from('right')).digest('hex'),
  );
  await appendFile(staging.file(id), ' again');
  expect(await staging.sha256(id, await staging.size(id))).toBe(
    hashOf(Buffer.from('right again')).digest('hex'),
  );
});

it('reads from either end', async () => {
  await staging.take(id, inPieces(Buffer.from('0123456789')), options());
  expect((await staging.bytes(id, 0, 4)).toString()).toBe('0123');
  expect((await staging.bytes(id, -3, 100)).toString()).toBe('789');
  expect((await staging.bytes(id, -100, 100)).toString()).toBe('0123456789');
});

it('knows the room on its disk', async () => {
  const { free, total } = await staging.space();
  expect(free).toBeGreaterThan(0);
  expect(total).toBeGreaterThanOrEqual(free);
});

function inPieces(bytes: Buffer): Readable {
  const size = 65_536;
  const count = Math.ceil(bytes.length / size);
  return Readable.from(
    Array.from({ length: count }, (_, n) => bytes.subarray(n * size, (n + 1) * size)),
    { objectMode: false },
  );
}
