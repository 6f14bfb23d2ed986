import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { zip } from '@feusa/query/audit/bundle/zip';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { ZipReader } from './zip-reader.js';

let home: string;
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'feusa-zip-'));
});
afterAll(() => rm(home, { recursive: true }));

const texts = { 'a.txt': 'of words\n'.repeat(5000), 'empty.txt': '', 'ł.txt': 'ä' };
const bytesOf = async (parts: AsyncIterable<Buffer>) => {
  const all: Buffer[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
};

it.each([false, true])('files come out as they went in, with long lengths: %s', async (isLarge) => {
  const entries = Object.entries(texts).map(([name, text]) => ({
    ...{ name, isLarge },
    content: text.match(/.{1,1000}/gs)?.map((part) => Buffer.from(part)) ?? [],
  }));
  const archive = await bytesOf(zip(entries, new Date('2026-11-21T08:00:00Z')));
  const file = path.join(home, `${isLarge}.zip`);
  await writeFile(file, archive);
  const reader = await ZipReader.open(file);
  expect(reader.names).toEqual(Object.keys(texts));
  const others = unzipSync(archive);
  for (const [name, text] of Object.entries(texts)) {
    expect((await bytesOf(reader.bytes(name))).toString()).toBe(text);
    expect(Buffer.from(others[name]!).toString()).toBe(text);
  }
});

it('what is no archive, or is cut, is said', async () => {
  const archive = await bytesOf(
    zip([{ name: 'a', content: [Buffer.alloc(9999, 'x')] }], new Date()),
  );
  const file = path.join(home, 'cut.zip');
  await writeFile(file, archive.subarray(0, archive.length - 30));
  await expect(ZipReader.open(file)).rejects.toThrow('not an archive');
  await writeFile(file, Buffer.concat([archive.subarray(0, 40), archive.subarray(45)]));
  await expect(ZipReader.open(file)).rejects.toThrow();
});

it('a reader who leaves ends the writing', async () => {
  let ended = false;
  async function* endless() {
    try {
      for (;;) yield Buffer.from(crypto.randomUUID());
    } finally {
      ended = true;
    }
  }
  let parts = 0;
  for await (const part of zip([{ name: 'a', content: endless() }], new Date())) {
    if (part.length > 0 && ++parts > 3) break;
  }
  await poll(() => ended).toBe(true);
});
