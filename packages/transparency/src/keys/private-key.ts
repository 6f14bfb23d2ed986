import { createHash, createPrivateKey, hkdfSync, type KeyObject } from 'node:crypto';

/** What a raw private key is without in DER. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A seed, the same each time, that says nothing about the key. */
export function derivedSeed(privateKey: KeyObject, purpose: string): Buffer {
  const secret = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(PKCS8.length);
  const salt = createHash('sha256').update(purpose).digest();
  return Buffer.from(hkdfSync('sha256', secret, salt, purpose, 32));
}

export const keyOfSeed = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });

/** The Ed25519 key in a PEM text; undefined for anything else. */
export function privateKeyOf(pem: string, passphrase?: string): KeyObject | undefined {
  try {
    const key = createPrivateKey({ key: pem, format: 'pem', ...(passphrase && { passphrase }) });
    return key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    return undefined;
  }
}

const passphraseOf = (key: KeyObject) =>
  derivedSeed(key, 'feusa next checkpoint key').toString('hex');

/** A key in PEM, encrypted for who has another one. */
export function wrappedKey(pem: string, by: KeyObject): string {
  const options = { format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc' } as const;
  const wrapped = createPrivateKey(pem).export({ ...options, passphrase: passphraseOf(by) });
  return wrapped.toString();
}

/** What `wrappedKey` has encrypted; undefined with another key. */
export const openedKey = (wrapped: string, by: KeyObject): KeyObject | undefined =>
  privateKeyOf(wrapped, passphraseOf(by));
