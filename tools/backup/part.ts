import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { Cipher } from './age.js';
import { DamagedBackup, type Part } from './format.js';

/** A file that is hashed while it is written. */
export class PartWriter {
  private readonly hash = createHash('sha256');
  private lines = 0;
  private size = 0;

  private constructor(
    private readonly handle: FileHandle,
    private readonly file: string,
  ) {}

  /** @throws where there is such a file already */
  static async create(dir: string, file: string): Promise<PartWriter> {
    return new PartWriter(await open(path.join(dir, file), 'wx', 0o600), file);
  }

  async write(lines: readonly string[]): Promise<void> {
    for (const bytes of this.bytesOf(lines)) await this.append(bytes);
  }

  /** The bytes of lines, which are counted. */
  *bytesOf(lines: readonly string[]): Generator<Buffer> {
    this.lines += lines.length;
    if (lines.length > 0) yield Buffer.from(`${lines.join('\n')}\n`);
  }

  async append(bytes: Uint8Array): Promise<void> {
    this.hash.update(bytes);
    this.size += bytes.length;
    await this.handle.appendFile(bytes);
  }

  /** Waits until it is on the disk. */
  async end(): Promise<Part> {
    await this.handle.sync();
    await this.close();
    const { file, lines, size } = this;
    return { file, lines, size, sha256: this.hash.digest('hex') };
  }

  close(): Promise<void> {
    return this.handle.close();
  }
}

/** Writes all pages of lines into a part, encrypted where there is a cipher. */
export async function writePart(
  dir: string,
  file: string,
  pages: AsyncIterable<readonly string[]>,
  encrypt: Cipher = (bytes) => bytes,
): Promise<Part> {
  const part = await PartWriter.create(dir, file);
  async function* plain() {
    for await (const page of pages) yield* part.bytesOf(page);
  }
  try {
    for await (const bytes of encrypt(plain())) await part.append(bytes);
  } catch (fault) {
    await part.close();
    throw fault;
  }
  return part.end();
}

const AT_ONCE = 1000;

/**
 * The lines of a part, in pages; whoever reads to the end knows that it is what was written.
 * @throws DamagedBackup
 */
export async function* readPart(
  dir: string,
  part: Part,
  decrypt: Cipher = (bytes) => bytes,
): AsyncGenerator<readonly string[]> {
  const read = new Reading(dir, part);
  let lines = 0;
  for await (const page of pagesOf(decrypt(read.bytes()))) {
    lines += page.length;
    yield page;
  }
  read.end();
  if (lines !== part.lines) damaged(part, `it has ${lines} lines and had ${part.lines}`);
}

/** Reads a part to its end, encrypted or not. @throws DamagedBackup */
export async function checkPart(dir: string, part: Part): Promise<void> {
  const read = new Reading(dir, part);
  for await (const bytes of read.bytes()) void bytes;
  read.end();
}

/** The bytes of a part, which are hashed. */
class Reading {
  private readonly hash = createHash('sha256');
  private size = 0;

  constructor(
    private readonly dir: string,
    private readonly part: Part,
  ) {}

  async *bytes(): AsyncGenerator<Buffer> {
    const file = path.join(this.dir, this.part.file);
    try {
      for await (const bytes of createReadStream(file) as AsyncIterable<Buffer>) {
        this.hash.update(bytes);
        this.size += bytes.length;
        yield bytes;
      }
    } catch (fault) {
      if ((fault as NodeJS.ErrnoException).code === 'ENOENT') damaged(this.part, 'it is missing');
      throw fault;
    }
  }

  /** After the last byte. */
  end(): void {
    const { part, size } = this;
    if (size < part.size) damaged(part, `it was cut off: ${size} of ${part.size} bytes are there`);
    if (size > part.size) damaged(part, `it has ${size} bytes and had ${part.size}`);
    if (this.hash.digest('hex') !== part.sha256) damaged(part, 'its SHA-256 differs');
  }
}

function damaged({ file }: Part, what: string): never {
  throw new DamagedBackup(`${file} is not what was written: ${what}.`);
}

/** Lines by their ends; what stands behind the last end is a line of its own. */
async function* pagesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder();
  let [rest, page]: [string, string[]] = ['', []];
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    page.push(...lines);
    for (; page.length >= AT_ONCE; page = page.slice(AT_ONCE)) yield page.slice(0, AT_ONCE);
  }
  rest += decoder.decode();
  if (rest) page.push(rest);
  if (page.length > 0) yield page;
}
