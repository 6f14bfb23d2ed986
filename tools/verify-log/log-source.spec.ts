import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { StartFault } from '@feusa/platform/start-fault';
import { zip } from '@feusa/query/audit/bundle/zip';
import { linesOf } from '@feusa/query/audit/bundle/verify.mjs';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { bounded, EVENTS, textOf, type LogSource } from './log-source.js';
import { verifyExport } from './verify-export.js';

const MB = 1024 * 1024;
const CHUNK = Buffer.alloc(MB, 'x');
let home: string;
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'feusa-source-'));
});
afterAll(() => rm(home, { recursive: true }));

/** A part that has no end, and how much of it was taken. */
function endless(name: string) {
  const taken = { megabytes: 0, ended: false };
  const source: LogSource = {
    isBundle: true,
    names: [EVENTS, name],
    async *bytes() {
      try {
        for (; ; taken.megabytes++) yield CHUNK;
      } finally {
        taken.ended = true;
      }
    },
  };
  return { source, taken };
}

/** So many megabytes of one letter in one file of an archive, which then has some kilobytes. */
async function bomb(name: string, megabytes: number): Promise<string> {
  const file = path.join(home, `${name}.zip`);
  const more = name === EVENTS ? [] : [{ name: EVENTS, content: [Buffer.from('{}\n')] }];
  const entries = [{ name, content: Array.from({ length: megabytes }, () => CHUNK) }, ...more];
  const parts: Buffer[] = [];
  for await (const part of zip(entries, new Date())) parts.push(part);
  await writeFile(file, Buffer.concat(parts));
  expect((await stat(file)).size).toBeLessThan(MB);
  return file;
}

describe('what unpacks to more than any log has', () => {
  it('is not read on in a line that does not end', async () => {
    const { source, taken } = endless(EVENTS);
    const read = buffer(bounded(source).bytes(EVENTS));
    await expect(read).rejects.toThrow(new StartFault('A line is longer than any event.'));
    expect(taken).toEqual({ megabytes: 16, ended: true });
  });

  it('is not read on in a part that does not end', async () => {
    const { source, taken } = endless('key');
    await expect(textOf(bounded(source), 'key')).rejects.toThrow(
      new StartFault('key is too large.'),
    );
    expect(taken).toEqual({ megabytes: 128, ended: true });
  });

  it.each([
    [EVENTS, 17, 'A line is longer than any event.'],
    ['proofs.json', 129, 'proofs.json is too large.'],
  ])('is refused as an archive: %s of %i MB', async (name, megabytes, fault) => {
    await expect(verifyExport(await bomb(name, megabytes))).rejects.toThrow(new StartFault(fault));
  });

  it('is no fault where the lines are many and short', async () => {
    const { source } = endless(EVENTS);
    const line = Buffer.from(`${'y'.repeat(MB - 1)}\n`);
    const many: LogSource = {
      ...source,
      bytes: async function* () {
        for (let left = 40; left > 0; left--) yield line;
      },
    };
    const { length } = await buffer(bounded(many).bytes(EVENTS));
    expect(length).toBe(40 * MB);
  });

  it('is copied once, in however many pieces it comes', async () => {
    const concat = jest.spyOn(Buffer, 'concat');
    async function* pieces() {
      for (let left = 1000; left > 0; left--) yield Buffer.from('é'.repeat(512));
      yield Buffer.from('\nend');
    }
    const lines: string[] = [];
    for await (const line of linesOf(pieces())) lines.push(line);
    const copied = concat.mock.results.map(({ value }) => (value as Buffer).length);
    concat.mockRestore();
    expect(lines).toEqual(['é'.repeat(512_000), 'end']);
    expect(copied.reduce((sum, each) => sum + each, 0)).toBeLessThan(2 * 1_024_003);
  });
});
