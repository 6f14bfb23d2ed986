import { crc32 } from 'node:zlib';

/** A file or, where the name ends in a slash, a folder of an archive. */
export interface ZipEntry {
  /** The whole path in the archive. */
  readonly name: string;
  /** In bytes; the content must be just as long. */
  readonly size: number;
  readonly at: Date;
  /** The file that it is a copy of. */
  readonly id?: string;
  content(): AsyncIterable<Buffer> | Promise<AsyncIterable<Buffer>>;
}

/** A length from here on needs a field of 64 bits. */
const LARGE = 0xffffffff;
const MANY = 0xffff;
const LOCAL = 30;
const CENTRAL = 46;
const END = 22;
const END_64 = 56 + 20;
const TIME = 9;
const SIZES_64 = 20;
const OFFSET_64 = 8;

/** UTF-8 names, and a checksum that comes behind the bytes. */
const FLAGS = 0x0808;
const STORED = 0;
const PLAIN = 20;
const ZIP_64 = 45;
const MADE_ON_UNIX = 0x0300 | ZIP_64;
const FILE_MODE = 0o100644 * 0x10000;
const FOLDER_MODE = 0o40755 * 0x10000 + 0x10;

interface OffsetEntry extends ZipEntry {
  readonly path: Buffer;
  readonly offset: number;
  crc: number;
}

/** The length of the archive of these entries in bytes. */
export function zipSize(entries: readonly ZipEntry[]): number {
  const { placed, end } = place(entries);
  return placed.reduce((sum, entry) => sum + centralSize(entry), end) + END_64 + END;
}

/**
 * A ZIP64 archive whose entries are stored as they are, one after the other, in memory of one chunk.
 * @throws where a content is not as long as it was said to be
 */
export async function* zip(entries: readonly ZipEntry[]): AsyncGenerator<Buffer> {
  const { placed, end } = place(entries);
  for (const entry of placed) {
    yield localHeader(entry);
    yield* contentOf(entry);
    yield descriptor(entry);
  }
  let length = 0;
  for (const entry of placed) {
    const header = centralHeader(entry);
    length += header.length;
    yield header;
  }
  yield ending(placed.length, length, end);
}

function place(entries: readonly ZipEntry[]): { placed: OffsetEntry[]; end: number } {
  let end = 0;
  const placed = entries.map((entry) => {
    const path = Buffer.from(entry.name.toWellFormed());
    const at = { ...entry, path, offset: end, crc: 0 };
    end += LOCAL + path.length + TIME + entry.size;
    end += isLarge(entry) ? SIZES_64 + 24 : 16;
    return at;
  });
  return { placed, end };
}

async function* contentOf(entry: OffsetEntry): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of await entry.content()) {
    if (chunk.length === 0) continue;
    length += chunk.length;
    entry.crc = crc32(chunk, entry.crc);
    if (length > entry.size) break;
    yield chunk;
  }
  if (length !== entry.size) throw new Error('a file is not as long as it was');
}

const isLarge = ({ size }: ZipEntry) => size >= LARGE;
const isFar = ({ offset }: OffsetEntry) => offset >= LARGE;
const extra64Size = (entry: OffsetEntry) =>
  isLarge(entry) || isFar(entry)
    ? 4 + (isLarge(entry) ? SIZES_64 - 4 : 0) + (isFar(entry) ? OFFSET_64 : 0)
    : 0;
const centralSize = (entry: OffsetEntry) => CENTRAL + entry.path.length + TIME + extra64Size(entry);

type Field = readonly [bytes: 2 | 4 | 8, value: number];

/** Fields in a row, little-endian. */
function fields(...list: readonly Field[]): Buffer {
  const bytes = Buffer.alloc(list.reduce((sum, [length]) => sum + length, 0));
  let at = 0;
  for (const [length, value] of list) {
    if (length === 8) bytes.writeBigUInt64LE(BigInt(value), at);
    else bytes.writeUIntLE(value, at, length);
    at += length;
  }
  return bytes;
}

/** Flags, method, and when, in the words of DOS. */
const common = ({ at }: ZipEntry): Field[] => {
  const year = Math.min(Math.max(at.getUTCFullYear(), 1980), 2107) - 1980;
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const date = (year << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  return [
    [2, FLAGS],
    [2, STORED],
    [2, time],
    [2, date],
  ];
};

/** When, in seconds since 1970, which has no time zone. */
function timeField({ at }: ZipEntry): Buffer {
  const bytes = Buffer.from([0x55, 0x54, 5, 0, 1, 0, 0, 0, 0]);
  bytes.writeUInt32LE(Math.min(Math.max(Math.floor(at.getTime() / 1000), 0), LARGE), 5);
  return bytes;
}

function localHeader(entry: OffsetEntry): Buffer {
  const { path, size } = entry;
  const large = isLarge(entry);
  const said = Math.min(size, LARGE);
  return Buffer.concat([
    fields([4, 0x04034b50], [2, large ? ZIP_64 : PLAIN], ...common(entry)),
    fields([4, 0], [4, said], [4, said]),
    fields([2, path.length], [2, TIME + (large ? SIZES_64 : 0)]),
    path,
    timeField(entry),
    large ? fields([2, 1], [2, 16], [8, size], [8, size]) : Buffer.alloc(0),
  ]);
}

function descriptor(entry: OffsetEntry): Buffer {
  const bytes = isLarge(entry) ? 8 : 4;
  return fields([4, 0x08074b50], [4, entry.crc], [bytes, entry.size], [bytes, entry.size]);
}

function centralHeader(entry: OffsetEntry): Buffer {
  const { path, size, offset, crc, name } = entry;
  const extra = extra64Size(entry);
  const said = Math.min(size, LARGE);
  const long: Field[] = [
    ...(isLarge(entry) ? ([8, 8] as const).map((bytes): Field => [bytes, size]) : []),
    ...(isFar(entry) ? ([[8, offset]] as const) : []),
  ];
  return Buffer.concat([
    fields([4, 0x02014b50], [2, MADE_ON_UNIX], [2, extra > 0 ? ZIP_64 : PLAIN], ...common(entry)),
    fields([4, crc], [4, said], [4, said], [2, path.length], [2, TIME + extra], [2, 0], [2, 0]),
    fields([2, 0], [4, name.endsWith('/') ? FOLDER_MODE : FILE_MODE], [4, Math.min(offset, LARGE)]),
    path,
    timeField(entry),
    extra > 0 ? fields([2, 1], [2, extra - 4], ...long) : Buffer.alloc(0),
  ]);
}

/** The end in 64 bits, where it is, and the end as every reader knows it. */
function ending(count: number, length: number, start: number): Buffer {
  return Buffer.concat([
    fields([4, 0x06064b50], [8, 44], [2, MADE_ON_UNIX], [2, ZIP_64], [4, 0], [4, 0]),
    fields([8, count], [8, count], [8, length], [8, start]),
    fields([4, 0x07064b50], [4, 0], [8, start + length], [4, 1]),
    fields([4, 0x06054b50], [2, 0], [2, 0], [2, Math.min(count, MANY)], [2, Math.min(count, MANY)]),
    fields([4, Math.min(length, LARGE)], [4, Math.min(start, LARGE)], [2, 0]),
  ]);
}
