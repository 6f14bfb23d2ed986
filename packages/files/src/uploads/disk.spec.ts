import { randomUUID } from 'node:crypto';
import { appendFile, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, expect, it } from '@jest/globals';
import { hexOf, inPieces, newUpload, options, stagingContract } from './contract.js';
import { openDiskStaging } from './disk.js';
import type { Staging } from './staging-port.js';

const dir = await mkdtemp(path.join(tmpdir(), 'feusa-staging-'));
afterAll(() => rm(dir, { recursive: true }));

stagingContract('disk', () => openDiskStaging({ dir }));

let staging: Staging;
beforeEach(async () => {
  staging = await openDiskStaging({ dir });
});
const part = (id: string) => path.join(dir, `${id}.part`);

it('has the bytes in one file, to be moved', async () => {
  const upload = newUpload(5);
  await staging.receive(upload, inPieces(Buffer.from('bytes')), options());
  expect(await staging.staged(upload)).toMatchObject({ size: 5, file: part(upload.id) });
});

it('finds nothing where the record was cut', async () => {
  const id = randomUUID();
  await writeFile(path.join(dir, `${id}.json`), '{"id":');
  expect(await staging.find(id)).toBeUndefined();
});

it('lists bytes that nobody owns, with their latest change', async () => {
  const orphan = randomUUID();
  await writeFile(part(orphan), 'x');
  await utimes(part(orphan), 1000, 1000);
  const found = new Map<string, unknown>();
  for await (const staged of staging.list()) found.set(staged.id, staged);
  expect(found.get(orphan)).toEqual({ id: orphan, record: undefined, changedAt: 1_000_000 });
  await staging.forget(orphan);
  expect(await staging.size({ id: orphan })).toBe(0);
});

it('is not misled by a hash of bytes that were changed', async () => {
  const upload = newUpload();
  await staging.receive(upload, inPieces(Buffer.from('right')), options());
  await appendFile(part(upload.id), ' again');
  expect(await staging.sha256(upload, await staging.size(upload))).toBe(hexOf('right again'));
});

it('knows the room on its disk', async () => {
  const { free, total } = await staging.space();
  expect(free).toBeGreaterThan(0);
  expect(total).toBeGreaterThanOrEqual(free);
});
