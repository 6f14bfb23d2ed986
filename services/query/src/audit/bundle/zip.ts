import { Readable, type PassThrough } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file of an archive. `isLarge`: it may be larger than 4 GB, so that its lengths need 64 bits. */
export interface ZipEntry {
  readonly name: string;
  /** Begun once all files before it are written. */
  readonly content: Iterable<Buffer> | AsyncIterable<Buffer>;
  readonly isLarge?: boolean;
}

/** A ZIP archive of files that are made one after the other, in memory of one chunk. */
export async function* zip(entries: readonly ZipEntry[], at: Date): AsyncGenerator<Buffer> {
  const archive = new ZipFile();
  const reader = new AbortController();
  const { signal } = reader;
  const packed = archive.outputStream as PassThrough;
  archive.on('error', (fault: Error) => packed.destroy(fault));
  for (const { name, content, isLarge = false } of entries) {
    const options = { mtime: at, forceZip64Format: isLarge };
    archive.addReadStreamLazy(name, options, (add) => {
      const stream = Readable.from(content, { signal });
      add(
        undefined,
        stream.once('error', (fault) => archive.emit('error', fault)),
      );
    });
  }
  // Some readers look for long lengths only where the archive itself says that it has them.
  archive.end({ forceZip64Format: entries.some(({ isLarge }) => isLarge), comment: '' });
  try {
    yield* packed as AsyncIterable<Buffer>;
  } finally {
    reader.abort();
  }
}
