import {
  generateKeyPairSync,
  type KeyObject,
  createHash,
  createPrivateKey,
  hkdfSync,
} from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { OWN_DIRECTORY } from '@feusa/platform/own-files';
import { StartFault } from '@feusa/platform/start-fault';
import { writeOnce } from '@feusa/platform/write-once';
import {
  cosign,
  signNote,
  signText,
  verifierKey,
  verifierOf,
  WITNESS,
  type Verifier,
} from './checkpoint.js';
import type { TreeHead } from './merkle.js';

/** What a raw private key is without in DER. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A seed, the same each time, that says nothing about the key. */
function derivedSeed(privateKey: KeyObject, purpose: string): Buffer {
  const secret = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(PKCS8.length);
  const salt = createHash('sha256').update(purpose).digest();
  return Buffer.from(hkdfSync('sha256', secret, salt, purpose, 32));
}

const keyOfSeed = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });

/** The Ed25519 key in a PEM text; undefined for anything else. */
function privateKeyOf(pem: string, passphrase?: string): KeyObject | undefined {
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
function wrappedKey(pem: string, by: KeyObject): string {
  const options = { format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc' } as const;
  const wrapped = createPrivateKey(pem).export({ ...options, passphrase: passphraseOf(by) });
  return wrapped.toString();
}

/** What `wrappedKey` has encrypted; undefined with another key. */
const openedKey = (wrapped: string, by: KeyObject): KeyObject | undefined =>
  privateKeyOf(wrapped, passphraseOf(by));

/** Signs what the log was, so that whoever keeps the text can prove a rewrite later. */
export interface CheckpointSigner {
  /** By which auditors check its signatures: `NAME+ID+KEY`. */
  readonly key: string;
  readonly verifier: Verifier;
  /** Where its key lies, and what else is kept outside the database. */
  readonly directory: string;
  /** The text of a signed checkpoint. */
  sign(head: TreeHead): string;
  /** A signed note of a text that ends its last line. */
  signText(text: string): string;
  /** What the key of its witness for other logs is made from, which must outlive this one. */
  readonly witnessSeed: Buffer;
  /** The private key, as it lies in its file. */
  readonly pem: string;
  /** The private key that this one is turned to, for nobody to open but who has this one. */
  wrap(pem: string): string;
  /**
   * Goes on with the key that the log was turned to, where it lies in the file by now or what was wrapped is it.
   * Answers whether it is that one.
   */
  follow(key: string, wrapped: string | undefined): Promise<boolean>;
}

/** A witness's key. */
export interface Cosigner {
  /** By which its signatures are checked: `NAME+ID+KEY`. */
  readonly key: string;
  /** Its signature line over a checkpoint, as of a time in seconds since 1970. */
  cosign(note: string, seconds: number): string;
}

/** The file of the key that signs checkpoints. */
export const SIGNING_KEY = 'checkpoint.key';
/** Where the next one lies until it takes its place. */
export const NEXT_SIGNING_KEY = 'checkpoint.key.next';
const WITNESS_SEED = 'feusa witness';
/** The newest checkpoint that was signed, beside the key. */
export const LAST_SIGNED = 'checkpoint.last';

/**
 * A signer whose key lies in a file of its own, outside the database; made at first use.
 * @param origin names the log, and the key
 * @throws StartFault where the key is gone that something was signed with already: another one would make
 *   nothing of what auditors and witnesses keep
 */
export async function openSigner(directory: string, origin = 'feusa'): Promise<CheckpointSigner> {
  const [key, last] = [SIGNING_KEY, LAST_SIGNED].map((name) => path.join(directory, name));
  if (!existsSync(key!) && existsSync(last!))
    throw new StartFault(`The key that signed ${last} is gone: bring ${key} back from a backup.`);
  return new KeySigner(directory, origin, await keyIn(directory, SIGNING_KEY));
}

/** The next signer: of a key that is given in a file, else of one beside the first, made at first use. */
export async function openNextSigner(
  directory: string,
  origin: string,
  file?: string,
): Promise<CheckpointSigner> {
  const key = await (file === undefined ? keyIn(directory, NEXT_SIGNING_KEY) : readKey(file));
  return new KeySigner(directory, origin, key);
}

class KeySigner implements CheckpointSigner {
  verifier: Verifier;

  constructor(
    readonly directory: string,
    private readonly origin: string,
    private privateKey: KeyObject,
  ) {
    this.verifier = verifierOf(origin, privateKey);
  }

  get key(): string {
    return verifierKey(this.verifier);
  }

  get witnessSeed(): Buffer {
    return derivedSeed(this.privateKey, WITNESS_SEED);
  }

  get pem(): string {
    return pemOf(this.privateKey);
  }

  sign(head: TreeHead): string {
    return signNote(head, this.verifier, this.privateKey);
  }

  signText(text: string): string {
    return signText(text, this.verifier, this.privateKey);
  }

  wrap(pem: string): string {
    return wrappedKey(pem, this.privateKey);
  }

  async follow(key: string, wrapped: string | undefined): Promise<boolean> {
    const inFile = await readKey(path.join(this.directory, SIGNING_KEY)).catch(() => undefined);
    const given = wrapped === undefined ? undefined : openedKey(wrapped, this.privateKey);
    for (const each of [inFile, given]) {
      if (!each || verifierKey(verifierOf(this.origin, each)) !== key) continue;
      [this.privateKey, this.verifier] = [each, verifierOf(this.origin, each)];
    }
    return this.key === key;
  }
}

/** A witness of the same installation. */
export const cosignerFrom = (origin: string, seed: Buffer): Cosigner =>
  cosignerOf(`${origin}/witness`, keyOfSeed(seed));

/** The file with the key of a witness, beside what it remembers. */
export const WITNESS_KEY = 'witness.key';

/** A witness whose key lies in a file of its own; made at first use. */
export async function openCosigner(directory: string, name: string): Promise<Cosigner> {
  return cosignerOf(name, await keyIn(directory, WITNESS_KEY));
}

function cosignerOf(name: string, privateKey: KeyObject): Cosigner {
  const verifier = verifierOf(name, privateKey, WITNESS);
  return {
    key: verifierKey(verifier),
    cosign: (note, seconds) => cosign(note, verifier, privateKey, seconds),
  };
}

const pemOf = (key: KeyObject) => key.export({ format: 'pem', type: 'pkcs8' }).toString();

async function keyIn(directory: string, name: string): Promise<KeyObject> {
  const file = path.join(directory, name);
  // It may be mounted where nothing can be written.
  if (!existsSync(file)) {
    await mkdir(directory, OWN_DIRECTORY);
    await writeOnce(file, pemOf(generateKeyPairSync('ed25519').privateKey));
  }
  return readKey(file);
}

/** @throws StartFault */
async function readKey(file: string): Promise<KeyObject> {
  const key = privateKeyOf(await readFile(file, 'utf8').catch(() => ''));
  if (key) return key;
  throw new StartFault(`There is no key in ${file} that can be read: bring it back.`);
}
