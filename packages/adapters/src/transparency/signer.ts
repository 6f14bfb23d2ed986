import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { signNote, signText, verifierKey, verifierOf } from './checkpoint.js';
import type { TreeHead } from './merkle.js';

/** Signs what the log was, so that whoever keeps the text can prove a rewrite later. */
export interface CheckpointSigner {
  /** By which auditors check its signatures: `NAME+ID+KEY`. */
  readonly key: string;
  /** The text of a signed checkpoint. */
  sign(head: TreeHead): string;
  /** A signed note of any text that cannot be taken for a checkpoint; it ends with an end of line. */
  signText(text: string): string;
}

/**
 * A signer whose key lies in a file of its own, outside the database; made at first use.
 * @param origin names the log, and the key
 */
export async function openSigner(directory: string, origin = 'feusa'): Promise<CheckpointSigner> {
  const privateKey = await keyIn(directory);
  const verifier = verifierOf(origin, privateKey);
  return {
    key: verifierKey(verifier),
    sign: (head) => signNote(head, verifier, privateKey),
    signText: (text) => signText(text, verifier, privateKey),
  };
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
