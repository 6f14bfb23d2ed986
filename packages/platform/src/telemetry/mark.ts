import { createHmac, randomBytes } from 'node:crypto';

let key: Buffer = randomBytes(32);

/** From now on marks are made with this key; whoever no longer has the old one can't tell whose its marks were. */
export const turnMarkKey = (fresh: Buffer): void => void (key = fresh);

/** Tells one address from another in a log line that must not say it: 12 hex digits of a keyed hash. */
export const markOf = (address: string): string =>
  createHmac('sha256', key).update(address.trim().toLowerCase()).digest('hex').slice(0, 12);
