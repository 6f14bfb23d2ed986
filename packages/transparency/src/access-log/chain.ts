import { createHash } from 'node:crypto';

const PREFIX = 'feusa-access-v1';

/** What the first entry follows. */
export const NOTHING: Buffer = Buffer.alloc(32);

/** The hash of an entry: it covers the exact bytes of its body, and the hash before it. */
export const chained = (before: Buffer, body: string): Buffer =>
  createHash('sha256').update(PREFIX).update(before).update(body).digest();
