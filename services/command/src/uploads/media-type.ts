import { refuse } from '@feusa/contracts/refusals';
import { charsetIn } from '@feusa/files/plain-text';
import { zipType } from './zip-type.js';

/** A file to look into: its first bytes (some thousands), its length in bytes, and any others on demand. */
export interface Peek {
  readonly head: Buffer;
  readonly length: number;
  read(start: number, length: number): Promise<Buffer>;
}

const BYTES = 'application/octet-stream';
const TEXT = 'text/plain';
const DEFAULT_CHARSET = 'utf-8';

const PROGRAMS = ['MZ', '\x7fELF'];
const ARCHIVES = ['PK\x03\x04', 'PK\x05\x06'];

/** The types whose beginnings are short and certain. */
const signatures: readonly (readonly [start: string, type: string])[] = [
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
  ['%PDF-', 'application/pdf'],
];

/** Containers of one family, where only the name can tell which member it is. */
const olderOffice: Readonly<Record<string, string>> = {
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
};

/**
 * The type of a file, told by its bytes; of what the sender `declared` only the character set of a text
 * counts, which bytes do not tell. Text of every kind, HTML and SVG too, is plain text.
 * @throws Refusal `upload/type-not-allowed` for programs
 */
export async function mediaTypeOf(peek: Peek, name: string, declared = ''): Promise<string> {
  const type = await typeByBytes(peek, name);
  const charset = type === TEXT && charsetIn(declared);
  return charset && charset !== DEFAULT_CHARSET ? `${type}; charset=${charset}` : type;
}

async function typeByBytes(peek: Peek, name: string): Promise<string> {
  const start = peek.head.toString('latin1', 0, 16);
  const startsAs = (signature: string) => start.startsWith(signature);
  if (PROGRAMS.some(startsAs)) return refuse('upload/type-not-allowed');
  const certain = signatures.find(([signature]) => startsAs(signature));
  if (certain) return certain[1];
  if (ARCHIVES.some(startsAs)) return zipType(peek);
  if (isUtf16(peek.head)) return TEXT;
  const found = await detected(peek.head);
  if (found === 'application/x.ms.shortcut') return refuse('upload/type-not-allowed');
  if (found === 'application/x-cfb') return olderOffice[extensionOf(name)] ?? found;
  return found ?? (isText(peek.head) ? TEXT : BYTES);
}

/** Loaded at the first file that needs it: it is large, and most files are of the types above. */
async function detected(head: Buffer): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  return found?.mime;
}

const extensionOf = (name: string) => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

function isText(head: Buffer): boolean {
  return head.every((byte) => byte >= 0x20 || (byte >= 0x08 && byte <= 0x0d) || byte === 0x1b);
}

/** Its byte order mark alone could also begin a piece of music. */
function isUtf16(head: Buffer): boolean {
  const mark = head.toString('latin1', 0, 2);
  if (mark !== '\xff\xfe' && mark !== '\xfe\xff') return false;
  const order = mark === '\xff\xfe' ? 'utf-16le' : 'utf-16be';
  return !/[^\P{Cc}\t\n\f\r]|\ufffd/u.test(new TextDecoder(order).decode(head, { stream: true }));
}
