import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createInflateRaw } from 'node:zlib';

interface Entry {
  readonly method: number;
  readonly packed: number;
  readonly offset: number;
}

const END = 0x06054b50;
const LARGE_END = 0x06064b50;
const ENTRY = 0x02014b50;
/** The end record with the longest comment, and the records of a large archive before it. */
const TAIL = 22 + 0xffff + 20 + 56;
const FULL = 0xffff_ffff;
const STORED = 0;

/** Reads files out of a ZIP archive one after the other, in memory of one chunk. */
export class ZipReader {
  private constructor(
    private readonly file: string,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  /** @throws where it is no archive */
  static async open(file: string): Promise<ZipReader> {
    const handle = await open(file);
    try {
      return new ZipReader(file, await directoryOf(handle));
    } finally {
      await handle.close();
    }
  }

  get names(): string[] {
    return [...this.entries.keys()];
  }

  /** The content of a file in it. @throws where it is not what it should be */
  async *bytes(name: string): AsyncGenerator<Buffer> {
    const entry = this.entries.get(name);
    if (!entry) throw new Error(`there is no ${name}`);
    if (entry.packed === 0) return;
    const start = await contentOf(this.file, entry.offset);
    const raw = createReadStream(this.file, { start, end: start + entry.packed - 1 });
    if (entry.method === STORED) return yield* raw as AsyncIterable<Buffer>;
    // A fault of either reaches whoever reads.
    yield* pipeline(raw, createInflateRaw(), () => undefined) as AsyncIterable<Buffer>;
  }
}

/** Where the content begins: behind a header of its own length. */
async function contentOf(file: string, offset: number): Promise<number> {
  const handle = await open(file);
  try {
    const header = await read(handle, offset, 30);
    return offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  } finally {
    await handle.close();
  }
}

async function directoryOf(handle: FileHandle): Promise<Map<string, Entry>> {
  const { size } = await handle.stat();
  const tail = await read(handle, Math.max(0, size - TAIL), Math.min(size, TAIL));
  const at = lastOf(tail, END);
  if (at < 0) throw new Error('not an archive');
  const large = lastOf(tail.subarray(0, at), LARGE_END);
  const [length, offset] =
    tail.readUInt32LE(at + 16) === FULL && large >= 0
      ? [number64(tail, large + 40), number64(tail, large + 48)]
      : [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)];
  return entriesOf(await read(handle, offset, length));
}

function entriesOf(directory: Buffer): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  for (let at = 0; at < directory.length;) {
    if (directory.readUInt32LE(at) !== ENTRY) throw new Error('the directory is broken');
    const [name, extra, comment] = [28, 30, 32].map((field) => directory.readUInt16LE(at + field));
    const end = at + 46 + name!;
    entries.set(directory.toString('utf8', at + 46, end), entryAt(directory, at, end));
    at = end + extra! + comment!;
  }
  return entries;
}

/** Numbers that do not fit stand behind the name, in this order: size, packed size, offset. */
function entryAt(directory: Buffer, at: number, extra: number): Entry {
  let next = extra + 4;
  const number = (field: number) => {
    const short = directory.readUInt32LE(at + field);
    if (short !== FULL) return short;
    next += 8;
    return number64(directory, next - 8);
  };
  number(24);
  return { method: directory.readUInt16LE(at + 10), packed: number(20), offset: number(42) };
}

function lastOf(bytes: Buffer, signature: number): number {
  const wanted = Buffer.alloc(4);
  wanted.writeUInt32LE(signature);
  return bytes.lastIndexOf(wanted);
}

const number64 = (bytes: Buffer, at: number) => Number(bytes.readBigUInt64LE(at));

async function read(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await handle.read({ buffer, position });
  if (bytesRead < length) throw new Error('the archive is cut');
  return buffer;
}
