import { createReadStream } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { StartFault } from '@feusa/platform/start-fault';
import { openPromise } from 'yauzl';
import { unreadable } from './trusted-checkpoint.js';

export const EVENTS = 'events.ndjson';
/** More than any event and any other part has: an archive may unpack to anything. In bytes. */
const LONGEST_LINE = 16 * 1024 * 1024;
const LARGEST_PART = 128 * 1024 * 1024;

/** An export that is to be checked: a file of lines, or a bundle, packed or not. */
export interface LogSource {
  readonly isBundle: boolean;
  /** Of the files in it. */
  readonly names: readonly string[];
  /** Where somebody asks only for the `last` bytes, more may come. */
  bytes(name: string, last?: number): AsyncIterable<Buffer>;
}

/** @throws StartFault where it cannot be read */
export async function openSource(file: string): Promise<LogSource> {
  const { isFolder, isZip, names } = await lookAt(file).catch(unreadable(file));
  if (isFolder) return bundle(file, names, (name) => createReadStream(path.join(file, name)));
  if (isZip) return bundle(file, names, (name) => unzipped(file, name));
  const bytes = (_: string, last?: number) => readable(file, lastOf(file, last));
  return { isBundle: false, names: [EVENTS], bytes };
}

async function* lastOf(file: string, last = Infinity): AsyncGenerator<Buffer> {
  const start = Math.max(0, (await stat(file)).size - last);
  yield* createReadStream(file, { start, highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>;
}

function bundle(file: string, names: readonly string[], bytes: LogSource['bytes']): LogSource {
  if (!names.includes(EVENTS)) throw new StartFault(`There is no ${EVENTS} in ${file}.`);
  return { isBundle: true, names, bytes: (name) => readable(`${name} in ${file}`, bytes(name)) };
}

async function* readable(file: string, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* bytes;
  } catch {
    unreadable(file)();
  }
}

async function lookAt(file: string) {
  const isFolder = (await stat(file)).isDirectory();
  if (isFolder) return { isFolder, isZip: false, names: await readdir(file) };
  const handle = await open(file);
  const start = Buffer.alloc(4);
  await handle.read({ buffer: start, position: 0 }).finally(() => handle.close());
  const isZip = start.toString('latin1') === 'PK\x03\x04';
  return { isFolder, isZip, names: isZip ? await namesIn(file) : [] };
}

async function namesIn(file: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { fileName } of (await openPromise(file)).eachEntry()) names.push(fileName);
  return names;
}

/** The content of a file in an archive, in memory of one chunk. */
async function* unzipped(file: string, name: string): AsyncGenerator<Buffer> {
  const archive = await openPromise(file, { autoClose: false });
  try {
    for await (const entry of archive.eachEntry()) {
      if (entry.fileName !== name) continue;
      return yield* (await archive.openReadStreamPromise(entry)) as AsyncIterable<Buffer>;
    }
  } finally {
    archive.close();
  }
}

/** Reads no further than any log goes: in a line, and in any other part. @throws StartFault */
export const bounded = ({ bytes, ...source }: LogSource): LogSource => ({
  ...source,
  async *bytes(name, last) {
    let length = 0;
    for await (const chunk of source.names.includes(name) ? bytes(name, last) : []) {
      const end = name === EVENTS ? chunk.lastIndexOf(10) + 1 : 0;
      length = end > 0 ? chunk.length - end : length + chunk.length;
      if (name === EVENTS && length > LONGEST_LINE)
        throw new StartFault('A line is longer than any event.');
      if (length > LARGEST_PART) throw new StartFault(`${name} is too large.`);
      yield chunk;
    }
  },
});

/** The text of a file in a bundle, an empty one where there is none. */
export const textOf = async ({ isBundle, bytes }: LogSource, name: string): Promise<string> =>
  isBundle ? (await buffer(bytes(name))).toString() : '';
