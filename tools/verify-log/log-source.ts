import { createReadStream } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { StartFault } from '@feusa/platform/start-fault';
import { unreadable } from './trusted-checkpoint.js';
import { ZipReader } from './zip-reader.js';

export const EVENTS = 'events.ndjson';
/** More than any event and any other part has: an archive may unpack to anything. In bytes. */
const LONGEST_LINE = 16 * 1024 * 1024;
const LARGEST_PART = 128 * 1024 * 1024;

/** An export that is to be checked: a file of lines, or a bundle, packed or not. */
export interface LogSource {
  readonly isBundle: boolean;
  /** Of the files in it. */
  readonly names: readonly string[];
  bytes(name: string): AsyncIterable<Buffer>;
}

/** @throws StartFault where it cannot be read */
export async function openSource(file: string): Promise<LogSource> {
  const { isFolder, isZip, names } = await lookAt(file).catch(unreadable(file));
  if (isFolder) return bundle(file, names, (name) => createReadStream(path.join(file, name)));
  if (!isZip) {
    return {
      isBundle: false,
      names: [EVENTS],
      bytes: () => readable(file, createReadStream(file)),
    };
  }
  const zip = await ZipReader.open(file).catch(unreadable(file));
  return bundle(file, zip.names, (name) => zip.bytes(name));
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
  return { isFolder, isZip: start.toString('latin1') === 'PK\x03\x04', names: [] };
}

/** The text of a file in it, an empty one where there is none. */
export async function textOf(source: LogSource, name: string): Promise<string> {
  if (!source.isBundle || !source.names.includes(name)) return '';
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of source.bytes(name)) {
    size += part.length;
    if (size > LARGEST_PART) throw new StartFault(`${name} is too large.`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

/** The events' lines, which end with U+000A alone: text may hold other ends of lines. */
export async function* linesOf(source: LogSource): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  let length = 0;
  for await (const chunk of source.bytes(EVENTS)) {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      const end = chunk.subarray(from, at);
      yield (rest.length > 0 ? Buffer.concat([...rest, end]) : end).toString();
      rest = [];
      from = at + 1;
    }
    rest.push(chunk.subarray(from));
    length = from === 0 ? length + chunk.length : chunk.length - from;
    if (length > LONGEST_LINE) throw new StartFault('A line is longer than any event.');
  }
  yield Buffer.concat(rest).toString();
}
