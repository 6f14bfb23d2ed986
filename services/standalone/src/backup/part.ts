import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { DamagedBackup, type Part } from './format.js';

/** A file of lines that is hashed while it is written. */
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
    if (lines.length === 0) return;
    const bytes = Buffer.from(`${lines.join('\n')}\n`);
    this.hash.update(bytes);
    this.lines += lines.length;
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

/** Writes all pages of lines into a part. */
export async function writePart(
  dir: string,
  file: string,
  pages: AsyncIterable<readonly string[]>,
): Promise<Part> {
  const part = await PartWriter.create(dir, file);
  try {
    for await (const page of pages) await part.write(page);
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
export async function* readPart(dir: string, part: Part): AsyncGenerator<readonly string[]> {
  const hash = createHash('sha256');
  let [lines, size] = [0, 0];
  for await (const page of pagesOf(
    bytesOf(dir, part, (bytes) => {
      hash.update(bytes);
      size += bytes.length;
    }),
  )) {
    lines += page.length;
    yield page;
  }
  if (size < part.size) damaged(part, `it was cut off: ${size} of ${part.size} bytes are there`);
  if (size > part.size) damaged(part, `it has ${size} bytes and had ${part.size}`);
  if (hash.digest('hex') !== part.sha256) damaged(part, 'its SHA-256 differs');
  if (lines !== part.lines) damaged(part, `it has ${lines} lines and had ${part.lines}`);
}

function damaged({ file }: Part, what: string): never {
  throw new DamagedBackup(`${file} is not what was written: ${what}.`);
}

async function* bytesOf(dir: string, part: Part, onBytes: (bytes: Buffer) => void) {
  try {
    for await (const bytes of createReadStream(
      path.join(dir, part.file),
    ) as AsyncIterable<Buffer>) {
      onBytes(bytes);
      yield bytes;
    }
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') damaged(part, 'it is missing');
    throw fault;
  }
}

/** Lines by their ends; what stands behind the last end is a line of its own. */
async function* pagesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<readonly string[]> {
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
