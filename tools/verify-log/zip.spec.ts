import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { zip } from '@feusa/query/audit/bundle/zip';
import { StartFault } from '@feusa/platform/start-fault';
import { unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { EVENTS, openSource, textOf } from './log-source.js';

let home: string;
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'feusa-zip-'));
});
afterAll(() => rm(home, { recursive: true }));

const texts = { [EVENTS]: 'of words\n'.repeat(5000), 'empty.txt': '', 'ł.txt': 'ä' };
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
  const source = await openSource(file);
  expect(source.names).toEqual(Object.keys(texts));
  const others = unzipSync(archive);
  for (const [name, text] of Object.entries(texts)) {
    expect(await textOf(source, name)).toBe(text);
    expect(Buffer.from(others[name]!).toString()).toBe(text);
  }
});

it('a file comes late, when those before it are written', async () => {
  const order: string[] = [];
  function* content(name: string) {
    order.push(`${name} begins`);
    yield Buffer.alloc(100_000, name);
    order.push(`${name} ends`);
  }
  const entries = ['a', 'b'].map((name) => ({ name, content: content(name) }));
  await bytesOf(zip(entries, new Date()));
  expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});

it('a fault in the making of a file is the fault of the reading', async () => {
  function* content() {
    yield Buffer.from('some');
    throw new Error('no more');
  }
  const parts = zip([{ name: 'a', content: content() }], new Date());
  await expect(bytesOf(parts)).rejects.toThrow('no more');
});

const write = async (name: string, archive: Uint8Array) => {
  const file = path.join(home, name);
  await writeFile(file, archive);
  return file;
};
const unreadable = (file: string) => new StartFault(`${file} cannot be read.`);

it('what is no archive, or is cut, is said', async () => {
  const archive = await bytesOf(
    zip([{ name: EVENTS, content: [Buffer.alloc(9999, 'x')] }], new Date()),
  );
  for (const part of [
    archive.subarray(0, archive.length - 30),
    Buffer.concat([archive.subarray(0, 40), archive.subarray(45)]),
  ]) {
    const file = await write('cut.zip', part);
    await expect(openSource(file)).rejects.toThrow(unreadable(file));
  }
});

it('a file that leads out of its archive is refused with it', async () => {
  for (const name of ['../events.ndjson', '/etc/passwd', 'C:/events.ndjson']) {
    const file = await write(
      'out.zip',
      zipSync({ [EVENTS]: Buffer.from('{}'), [name]: Buffer.from('') }),
    );
    await expect(openSource(file)).rejects.toThrow(unreadable(file));
  }
});

it('a file of another length than its archive says is refused', async () => {
  const archive = await bytesOf(
    zip([{ name: EVENTS, content: [Buffer.alloc(9999, 'x')] }], new Date()),
  );
  const length = archive.lastIndexOf(EVENTS) - 22;
  expect(archive.readUInt32LE(length)).toBe(9999);
  for (const other of [9998, 10_000]) {
    archive.writeUInt32LE(other, length);
    const source = await openSource(await write('lies.zip', archive));
    await expect(textOf(source, EVENTS)).rejects.toThrow('cannot be read');
  }
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
