import { inflateRawSync } from 'node:zlib';
import { textBounds } from '@feusa/contracts/find-bounds';
import { reasons, Unreadable } from './port.js';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const END_SIZE = 22;
const LONGEST_COMMENT = 65_535;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly packed: number;
  readonly offset: number;
}

/**
 * The parts of a ZIP archive by name. What sizes an archive claims counts for nothing: each part is unpacked
 * into what is left of the bound.
 */
export class ZipParts {
  private readonly entries: ReadonlyMap<string, Entry>;
  private left = textBounds.unpacked.value;

  /** @throws Unreadable */
  constructor(private readonly bytes: Buffer) {
    const entries = entriesOf(bytes);
    this.entries = new Map(entries.map((entry) => [entry.name, entry]));
  }

  /** Names of this form, in the order of the numbers in them. */
  names(form: RegExp): string[] {
    const found = [...this.entries.keys()].filter((name) => form.test(name));
    return found.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  }

  has(name: string): boolean {
    return this.entries.has(name);
  }

  /** @throws Unreadable */
  read(name: string): string {
    const entry = this.entries.get(name);
    if (!entry) throw new Unreadable(reasons.damaged);
    if (entry.isEncrypted) throw new Unreadable(reasons.locked);
    const part = this.unpack(entry);
    this.left -= part.length;
    return part.toString('utf8');
  }

  private unpack({ method, offset, packed }: Entry): Buffer {
    const start =
      offset + 30 + this.bytes.readUInt16LE(offset + 26) + this.bytes.readUInt16LE(offset + 28);
    const raw = this.bytes.subarray(start, start + packed);
    if (method === STORED && raw.length <= this.left) return raw;
    if (method !== DEFLATED) throw new Unreadable(reasons.damaged);
    try {
      return inflateRawSync(raw, { maxOutputLength: Math.max(1, this.left) });
    } catch (fault) {
      const isTooMuch = (fault as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
      throw new Unreadable(isTooMuch ? reasons.tooLarge : reasons.damaged);
    }
  }
}

function entriesOf(bytes: Buffer): Entry[] {
  const end = endOf(bytes);
  const count = bytes.readUInt16LE(end + 10);
  if (count > textBounds.parts.value) throw new Unreadable(reasons.tooLarge);
  const entries: Entry[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    if (bytes.readUInt32LE(at) !== ENTRY) throw new Unreadable(reasons.damaged);
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28);
    entries.push({
      name: bytes.toString('utf8', at + 46, nameEnd),
      method: bytes.readUInt16LE(at + 10),
      isEncrypted: (bytes.readUInt16LE(at + 8) & ENCRYPTED) !== 0,
      packed: bytes.readUInt32LE(at + 20),
      offset: bytes.readUInt32LE(at + 42),
    });
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

function endOf(bytes: Buffer): number {
  const last = bytes.length - END_SIZE;
  for (let at = last; at >= Math.max(0, last - LONGEST_COMMENT); at--)
    if (bytes.readUInt32LE(at) === END) return at;
  throw new Unreadable(reasons.damaged);
}
