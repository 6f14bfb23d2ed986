import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  createHash,
  sign,
  type KeyObject,
} from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Head } from './port.js';

export const SIGNER = Symbol('CheckpointSigner');
const ORIGIN = 'feusa';
const ED25519 = 1;

export interface Checkpoint {
  readonly size: number;
  readonly root: Buffer;
}

/** Signs what the log was, so that whoever keeps the text can prove a rewrite later. */
export interface CheckpointSigner {
  sign(head: Head): string;
}

/** A signer whose key lies in a file of its own, outside the database; made at first use. */
export async function openSigner(directory: string): Promise<CheckpointSigner> {
  const key = await keyIn(directory);
  const raw = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);
  const algorithm = Buffer.from([ED25519]);
  const id = createHash('sha256')
    .update(`${ORIGIN}\n`)
    .update(algorithm)
    .update(raw)
    .digest()
    .subarray(0, 4);
  return {
    sign({ position, hash }) {
      const text = `${ORIGIN}\n${position}\n${hash.toString('base64')}\n`;
      const signature = Buffer.concat([id, sign(null, Buffer.from(text), key)]);
      return `${text}\n— ${ORIGIN} ${signature.toString('base64')}\n`;
    },
  };
}

/** Reads the text of a checkpoint, undefined for another text; the signature is for key holders. */
export function checkpointOf(text: string): Checkpoint | undefined {
  const [origin, size = '', root = ''] = text.split('\n');
  const hash = Buffer.from(root, 'base64');
  const known = origin === ORIGIN && /^\d{1,15}$/.test(size) && hash.length === 32;
  return known ? { size: Number(size), root: hash } : undefined;
}

async function keyIn(directory: string): Promise<KeyObject> {
  const file = path.join(directory, 'checkpoint.key');
  await mkdir(directory, { recursive: true });
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' });
  await writeFile(file, pem, { mode: 0o600, flag: 'wx', flush: true }).catch(
    (fault: NodeJS.ErrnoException) => {
      if (fault.code !== 'EEXIST') throw fault;
    },
  );
  return createPrivateKey(await readFile(file, 'utf8'));
}
