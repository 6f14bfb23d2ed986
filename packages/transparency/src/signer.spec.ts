import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { LAST_SIGNED, openSigner } from './signer.js';

let dir: string;
beforeEach(async () => void (dir = await mkdtemp(path.join(tmpdir(), 'feusa-signer-'))));
afterEach(() => rm(dir, { recursive: true }));

it('makes a key once and keeps it', async () => {
  const { key } = await openSigner(dir);
  await writeFile(path.join(dir, LAST_SIGNED), 'signed');
  expect((await openSigner(dir)).key).toBe(key);
});

it('makes no other key than the one that has signed, which must be brought back', async () => {
  await openSigner(dir);
  await writeFile(path.join(dir, LAST_SIGNED), 'signed');
  await rm(path.join(dir, 'checkpoint.key'));
  await expect(openSigner(dir)).rejects.toThrow(/is gone: bring .*checkpoint\.key back/);
});

it.each(['', 'junk'])('takes %j for no key', async (text) => {
  await writeFile(path.join(dir, 'checkpoint.key'), text);
  await expect(openSigner(dir)).rejects.toThrow(/There is no key in .*checkpoint\.key/);
});
