import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file of an archive. `isLarge`: it may be larger than 4 GB, so that its lengths need 64 bits. */
export interface ZipEntry {
  readonly name: string;
  readonly content: Iterable<Buffer> | AsyncIterable<Buffer>;
  readonly isLarge?: boolean;
}

interface Written {
  readonly name: Buffer;
  readonly offset: number;
  readonly isLarge: boolean;
  crc: number;
  size: number;
  packed: number;
}

const MOST = 0xffff_fffe;
const FULL = 0xffff_ffff;
/** Lengths and checksum stand behind the content; names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATE = 8;
const REGULAR_FILE = 0o100644 * 0x10000;
const UNIX = 3 << 8;

/** A ZIP archive of files that are made one after the other, in memory of one chunk. */
export async function* zip(
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
  at: Date,
): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let offset = 0;
  for await (const entry of entries) {
    const { isLarge = false } = entry;
    const name = Buffer.from(entry.name);
    const file: Written = { name, offset, isLarge, crc: 0, size: 0, packed: 0 };
    written.push(file);
    for await (const part of fileParts(entry, file, at)) {
      offset += part.length;
      yield part;
    }
  }
  const directory = Buffer.concat(written.map((file) => directoryEntry(file, at)));
  yield directory;
  yield endOf(written.length, offset, directory.length);
}

async function* fileParts({ content }: ZipEntry, file: Written, at: Date) {
  const { isLarge, name } = file;
  const length = isLarge ? FULL : 0;
  const extra = isLarge ? extraOf([0, 0]) : Buffer.alloc(0);
  yield Buffer.concat([
    u32(0x04034b50),
    u16(isLarge ? 45 : 20, FLAGS, DEFLATE, ...dosTime(at)),
    u32(0, length, length),
    u16(name.length, extra.length),
    name,
    extra,
  ]);
  yield* deflated(content, file);
  const lengths = [file.packed, file.size];
  yield Buffer.concat([u32(0x08074b50, file.crc), isLarge ? u64(...lengths) : u32(...lengths)]);
}

async function* deflated(content: ZipEntry['content'], file: Written): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw({ level: 6 });
  const packing = pipeline(Readable.from(counted(content, file)), deflate);
  packing.catch(() => undefined);
  for await (const part of deflate as AsyncIterable<Buffer>) {
    file.packed += part.length;
    yield part;
  }
  await packing;
}

async function* counted(content: ZipEntry['content'], file: Written): AsyncGenerator<Buffer> {
  for await (const part of content) {
    file.crc = crc32(part, file.crc);
    file.size += part.length;
    yield part;
  }
}

function directoryEntry({ name, offset, crc, size, packed, isLarge }: Written, at: Date): Buffer {
  const beyond = [size, packed, offset].filter((value) => value > MOST);
  const extra = beyond.length > 0 ? extraOf(beyond) : Buffer.alloc(0);
  const short = (value: number) => Math.min(value, FULL);
  const needed = isLarge || beyond.length > 0 ? 45 : 20;
  return Buffer.concat([
    u32(0x02014b50),
    u16(UNIX | 45, needed, FLAGS, DEFLATE, ...dosTime(at)),
    u32(crc, short(packed), short(size)),
    u16(name.length, extra.length, 0, 0, 0),
    u32(REGULAR_FILE, short(offset)),
    name,
    extra,
  ]);
}

function endOf(count: number, offset: number, length: number): Buffer {
  const end = Buffer.concat([
    u32(0x06054b50),
    u16(0, 0, count, count),
    u32(length, Math.min(offset, FULL)),
    u16(0),
  ]);
  if (offset <= MOST) return end;
  const large = Buffer.concat([
    ...[u32(0x06064b50), u64(44), u16(45, 45), u32(0, 0)],
    u64(count, count, length, offset),
  ]);
  const locator = Buffer.concat([u32(0x07064b50, 0), u64(offset + length), u32(1)]);
  return Buffer.concat([large, locator, end]);
}

const extraOf = (values: readonly number[]) =>
  Buffer.concat([u16(1, values.length * 8), u64(...values)]);

function dosTime(at: Date): [time: number, date: number] {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5);
  return [time, date | at.getUTCDate()];
}

function u16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16LE(value, index * 2);
  return bytes;
}

function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4);
  return bytes;
}

function u64(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 8);
  for (const [index, value] of values.entries()) bytes.writeBigUInt64LE(BigInt(value), index * 8);
  return bytes;
}
