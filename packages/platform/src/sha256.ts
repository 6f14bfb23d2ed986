import { createHash, hash } from 'node:crypto';

/** Most of what is hashed is far smaller than this. */
const ROOM = Buffer.allocUnsafe(1 << 16);
const MOST_BYTES_A_UNIT = 3;

/**
 * SHA-256 of bytes and, behind them, of a text in UTF-8. In one call where it is short: an object for each
 * hash costs as much as hashing an event.
 */
export function sha256(prefix: Buffer, text: string): Buffer {
  if (prefix.length + text.length * MOST_BYTES_A_UNIT > ROOM.length)
    return createHash('sha256').update(prefix).update(text, 'utf8').digest();
  const start = prefix.copy(ROOM);
  const end = start + ROOM.write(text, start);
  return hash('sha256', ROOM.subarray(0, end), 'buffer');
}
