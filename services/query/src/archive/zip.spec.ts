import { execFile } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { answers } from '@feusa/testing/field-tools';
import { zip, zipSize, type ZipEntry } from './zip.js';

const run = promisify(execFile);
const at = new Date('2026-11-21T08:30:12Z');
const entry = (name: string, ...chunks: Buffer[]): ZipEntry => ({
  ...{ name, at, size: chunks.reduce((sum, { length }) => sum + length, 0) },
  async *content() {
    yield* chunks;
  },
});
const text = (name: string, words: string) => entry(name, Buffer.from(words));

let home: string;
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'feusa-zip-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

/** Writes an archive, with holes where it has long runs of zeros. */
async function written(entries: readonly ZipEntry[]): Promise<string> {
  const file = path.join(home, `${crypto.randomUUID()}.zip`);
  const handle = await open(file, 'w');
  let length = 0;
  for await (const chunk of zip(entries)) {
    if (chunk !== ZEROS) await handle.write(chunk, 0, chunk.length, length);
    length += chunk.length;
  }
  await handle.close();
  expect(length).toBe(zipSize(entries));
  return file;
}
const ZEROS = Buffer.alloc(16 * 1024 * 1024);

const READ = `
import json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
small = [each for each in archive.infolist() if each.file_size < 1000]
print(json.dumps({
  'names': [[each.filename, each.file_size, each.is_dir()] for each in archive.infolist()],
  'texts': [archive.read(each).decode() for each in small],
  'at': list(archive.infolist()[0].date_time)}))`;

const inPython = async (file: string) =>
  JSON.parse((await run('python3', ['-c', READ, file], { maxBuffer: 1 << 26 })).stdout) as {
    names: [string, number, boolean][];
    texts: string[];
    at: number[];
  };

const withReaders =
  answers('python3', ['--version'], 'reading archives with Python') &&
  answers('unzip', ['-v'], 'reading archives with unzip')
    ? describe
    : describe.skip;

withReaders('an archive', () => {
  it('is read by Python and by unzip, and is as long as it was said to be', async () => {
    const file = await written([
      text('Pläne/', ''),
      text('Pläne/ölwechsel – 資料.txt', 'every 250 hours'),
      text('empty.txt', ''),
      entry('two.txt', Buffer.from('one '), Buffer.from('two')),
    ]);
    const { names, texts, at: when } = await inPython(file);
    expect(names).toEqual([
      ['Pläne/', 0, true],
      ['Pläne/ölwechsel – 資料.txt', 15, false],
      ['empty.txt', 0, false],
      ['two.txt', 7, false],
    ]);
    expect(texts).toEqual(['', 'every 250 hours', '', 'one two']);
    expect(when).toEqual([2026, 11, 21, 8, 30, 12]);
    expect((await run('unzip', ['-t', file])).stdout).toContain('No errors detected');
  });

  it('takes more than 4 GB, and things behind them', async () => {
    const big = entry('big.bin', ...Array.from({ length: 260 }, () => ZEROS));
    const file = await written([big, text('behind.txt', 'found')]);
    const { names, texts } = await inPython(file);
    expect(names[0]).toEqual(['big.bin', 260 * ZEROS.length, false]);
    expect(texts).toEqual(['found']);
    expect((await run('unzip', ['-p', file, 'behind.txt'])).stdout).toBe('found');
  });

  it('takes more things than two bytes can count', async () => {
    const { names } = await inPython(
      await written(Array.from({ length: 66_000 }, (_, n) => text(`${n}.txt`, ''))),
    );
    expect(names).toHaveLength(66_000);
  });
});

describe('an archive that is being made', () => {
  it.each([
    ['shorter', 4],
    ['longer', 2],
  ])('fails where a file is %s than it was', async (_what, size) => {
    const wrong = { ...text('a.txt', 'abc'), size };
    const read = async () => {
      for await (const chunk of zip([wrong])) expect(chunk).toBeDefined();
    };
    await expect(read()).rejects.toThrow('not as long as it was');
  });
});
