import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE = 12;
const TAG = 16;

/** Bytes of a key. */
export const KEY_BYTES = 32;

/** Encrypts with AES-256-GCM under a nonce of its own: nonce, ciphertext, tag. `about` is what it belongs to. */
export function encrypt(plain: string | Buffer, key: Buffer, about: string): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(ALGORITHM, key, nonce);
  cipher.setAAD(Buffer.from(about));
  const hidden = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain);
  return Buffer.concat([nonce, hidden, cipher.final(), cipher.getAuthTag()]);
}

/** @throws where the key is another one, or anything was changed */
export function decrypt(ciphertext: Buffer, key: Buffer, about: string): Buffer {
  const end = ciphertext.length - TAG;
  const decipher = createDecipheriv(ALGORITHM, key, ciphertext.subarray(0, NONCE), {
    authTagLength: TAG,
  });
  decipher.setAAD(Buffer.from(about));
  decipher.setAuthTag(ciphertext.subarray(end));
  return Buffer.concat([decipher.update(ciphertext.subarray(NONCE, end)), decipher.final()]);
}
