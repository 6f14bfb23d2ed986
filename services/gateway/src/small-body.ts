import type { IncomingMessage } from 'node:http';

/**
 * The whole body of a request, so that it can be sent to another copy if the first one is gone;
 * undefined where it is larger than `limit` bytes.
 */
export async function smallBody(
  request: IncomingMessage,
  limit: number,
): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return undefined;
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > limit) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
