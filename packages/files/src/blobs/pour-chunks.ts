import type { Writable } from 'node:stream';
import { closed, send } from './pour.js';

/** Writes chunks into a stream at its pace. Answers false where the stream closed early. */
export async function pourChunks(chunks: AsyncIterable<Buffer>, into: Writable): Promise<boolean> {
  const closing = closed(into);
  let sent = Promise.resolve(true);
  try {
    for await (const chunk of chunks) {
      sent = send(into, chunk);
      if (into.destroyed) return false;
      if (into.writableNeedDrain && !(await Promise.race([sent, closing.early]))) return false;
    }
    return await Promise.race([sent, closing.early]);
  } finally {
    closing.forget();
  }
}
