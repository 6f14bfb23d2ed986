import type { IncomingMessage } from 'node:http';

/**
 * The whole body of a request, so that it can be sent to another copy if the first one is gone;
 * undefined where it is larger than `limit` bytes.
 */
export function smallBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length'] ?? 0) > limit) return resolve(undefined);
    const pieces: Buffer[] = [];
    let size = 0;
    request.on('data', (piece: Buffer) => {
      size += piece.length;
      if (size <= limit) pieces.push(piece);
      else resolve(undefined);
    });
    request.once('end', () => resolve(Buffer.concat(pieces)));
    request.once('error', reject);
  });
}
