import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { SourceFault } from './connection.js';
import type { Source } from './upload.js';
import { unreadable } from './scan.js';

/** A file on the disk that must still have the size it had when it was planned, else SourceFault. */
export function fileSource(name: string, file: string, size: number): Source {
  return {
    name,
    size,
    async all() {
      const bytes = await readFile(file).catch(broken);
      return bytes.length === size ? bytes : changed();
    },
    read: (start, end) => Readable.from(piece(file, start, end), { objectMode: false }),
  };
}

async function* piece(file: string, start: number, end: number): AsyncGenerator<Buffer> {
  let left = end - start;
  const bytes = createReadStream(file, { start, end: end - 1 });
  let own: unknown;
  bytes.once('error', (fault) => (own = fault));
  try {
    for await (const chunk of bytes) {
      left -= (chunk as Buffer).length;
      yield chunk as Buffer;
    }
  } catch (fault) {
    // A connection that breaks is thrown in here too; that is not the file's fault.
    if (fault === own) broken(fault);
    throw fault;
  }
  if (left !== 0) changed();
}

function changed(): never {
  throw new SourceFault('the file changed while it was imported');
}

function broken(fault: unknown): never {
  throw new SourceFault(unreadable(fault as NodeJS.ErrnoException));
}
