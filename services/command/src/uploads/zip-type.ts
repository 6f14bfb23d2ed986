import type { Peek } from './media-type.js';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const END_BYTES = 22;
const TAIL_BYTES = END_BYTES + 0xffff;
const DIRECTORY_BYTES = 256 * 1024;
const OOXML = 'application/vnd.openxmlformats-officedocument';

/**
 * What an archive is, told by the names in its directory. Nothing is ever unpacked, and no more than the
 * first 256 KiB of the directory is read, so that an archive of any kind costs the same.
 */
export async function zipType(peek: Peek): Promise<string> {
  const declared = declaredType(peek.head);
  if (declared) return declared;
  const names = namesIn(await directoryOf(peek));
  if (!names.includes('[Content_Types].xml')) return 'application/zip';
  const has = (folder: string) => names.some((name) => name.startsWith(folder));
  if (has('word/')) return `${OOXML}.wordprocessingml.document`;
  if (has('xl/')) return `${OOXML}.spreadsheetml.sheet`;
  if (has('ppt/')) return `${OOXML}.presentationml.presentation`;
  return 'application/zip';
}

/** OpenDocument and EPUB say what they are in their first entry, which is not compressed. */
function declaredType(head: Buffer): string | undefined {
  if (head.toString('latin1', 30, 38) !== 'mimetype') return undefined;
  const size = Math.min(head.readUInt32LE(18), 100);
  const text = head.toString('latin1', 38, 38 + size);
  return /^application\/(vnd\.oasis\.opendocument\.[a-z-]+|epub\+zip)$/.exec(text)?.[0];
}

async function directoryOf({ length, read }: Peek): Promise<Buffer> {
  const tail = await read(Math.max(0, length - TAIL_BYTES), TAIL_BYTES);
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== END) continue;
    const size = Math.min(tail.readUInt32LE(at + 12), DIRECTORY_BYTES);
    const start = tail.readUInt32LE(at + 16);
    return start < length ? read(start, size) : Buffer.alloc(0);
  }
  return Buffer.alloc(0);
}

function namesIn(directory: Buffer): string[] {
  const names: string[] = [];
  let at = 0;
  while (at + 46 <= directory.length && directory.readUInt32LE(at) === ENTRY) {
    const name = directory.readUInt16LE(at + 28);
    names.push(directory.toString('utf8', at + 46, at + 46 + name));
    at += 46 + name + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return names;
}
