import { createHash, randomBytes } from 'node:crypto';

const shape = /^[\w-]{43}$/;

/** A secret of 256 random bits, as 43 characters of base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What is kept of a token: SHA-256, 32 bytes. Enough for 256 random bits, and quick. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Whether a text can be one of our tokens at all. */
export const isToken = (text: string): boolean => shape.test(text);
