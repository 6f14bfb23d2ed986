import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { OWN_DIRECTORY } from '@feusa/platform/own-files';
import { StartFault } from '@feusa/platform/start-fault';
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
  /** For checkpoints of other logs: by a key of its own that follows from this one. */
  readonly cosigner: Cosigner;
}

/** A witness's key. */
export interface Cosigner {
  /** By which its signatures are checked: `NAME+ID+KEY`. */
  readonly key: string;
  /** Its signature line over a checkpoint, as of a time in seconds since 1970. */
  cosign(note: string, seconds: number): string;
}

const KEY = 'checkpoint.key';
/** The newest checkpoint that was signed, beside the key. */
export const LAST_SIGNED = 'checkpoint.last';

/**
 * A signer whose key lies in a file of its own, outside the database; made at first use.
 * @param origin names the log, and the key
 * @throws StartFault where the key is gone that something was signed with already: another one would make
 *   nothing of what auditors and witnesses keep
 */
export async function openSigner(directory: string, origin = 'feusa'): Promise<CheckpointSigner> {
  const [key, last] = [KEY, LAST_SIGNED].map((name) => path.join(directory, name));
  if (!existsSync(key!) && existsSync(last!))
    throw new StartFault(`The key that signed ${last} is gone: bring ${key} back from a backup.`);
  const privateKey = await keyIn(directory, KEY);
  const verifier = verifierOf(origin, privateKey);
  return {
    ...{ key: verifierKey(verifier), verifier, directory },
    sign: (head) => signNote(head, verifier, privateKey),
    signText: (text) => signText(text, verifier, privateKey),
    cosigner: cosignerOf(`${origin}/witness`, derived(privateKey, 'feusa witness')),
  };
}

/** A witness whose key lies in a file of its own; made at first use. */
export async function openCosigner(directory: string, name: string): Promise<Cosigner> {
  return cosignerOf(name, await keyIn(directory, 'witness.key'));
}

function cosignerOf(name: string, privateKey: KeyObject): Cosigner {
  const verifier = verifierOf(name, privateKey, WITNESS);
  return {
    key: verifierKey(verifier),
    cosign: (note, seconds) => cosign(note, verifier, privateKey, seconds),
  };
}

/** What a raw private key is without in DER. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Another key, the same each time, that says nothing about this one. */
function derived(privateKey: KeyObject, purpose: string): KeyObject {
  const secret = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(PKCS8.length);
  const salt = createHash('sha256').update(purpose).digest();
  const seed = Buffer.from(hkdfSync('sha256', secret, salt, purpose, 32));
  const key = Buffer.concat([PKCS8, seed]);
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}

async function keyIn(directory: string, name: string): Promise<KeyObject> {
  const file = path.join(directory, name);
  await mkdir(directory, OWN_DIRECTORY);
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' });
  await writeFile(file, pem, { mode: 0o600, flag: 'wx', flush: true }).catch(
    (fault: NodeJS.ErrnoException) => {
      if (fault.code !== 'EEXIST') throw fault;
    },
  );
  try {
    return createPrivateKey(await readFile(file, 'utf8'));
  } catch {
    throw new StartFault(`There is no key in ${file} that can be read: bring it back.`);
  }
}
