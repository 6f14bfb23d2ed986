import { hash } from 'node:crypto';
import { SIGNING_KEY } from '@feusa/transparency/signer';
import { StartFault } from '@feusa/platform/start-fault';
import { verifierKey, verifierOf } from '@feusa/transparency/checkpoint';
import { readVerifier } from '../verify-log/trusted-checkpoint.js';
import { decryptWith } from './age.js';
import { DamagedBackup, MANIFEST, readKeys, type Manifest } from './format.js';
import { isEncrypted, KeyDirectory } from './key-directory.js';
import { checkPart } from './part.js';

interface Where {
  readonly dir: string;
  /** A file with who may read them, where they are encrypted. */
  readonly identity: string | undefined;
}

/**
 * The keys of this backup, from a directory of theirs, each as it was written.
 * @throws DamagedBackup, and StartFault where they are encrypted for somebody else
 */
export async function verifyKeys(
  { dir, identity }: Where,
  { id, key, keys: digest }: Manifest,
): Promise<KeyDirectory> {
  const { keys, text } = await readKeys(dir);
  if (keys.id !== id) throw new DamagedBackup(`The keys in ${dir} are of another backup.`);
  if (hash('sha256', text) !== digest)
    throw new DamagedBackup(`${MANIFEST} in ${dir} is not what was written.`);
  for (const part of keys.parts) await checkPart(dir, part);
  const encrypted = isEncrypted(keys);
  if (encrypted && identity === undefined)
    throw new StartFault(
      `The keys in ${dir} are encrypted: --identity FILE names who may read them.`,
    );
  const decrypt = encrypted ? await decryptWith(identity!) : undefined;
  const directory = new KeyDirectory(dir, keys, decrypt);
  await refuseOtherSigner(directory, dir, key);
  return directory;
}

/** A backup that somebody has signed with a key of their own names that one. */
async function refuseOtherSigner(keys: KeyDirectory, dir: string, key: string): Promise<void> {
  const { name } = readVerifier(key);
  const signingKey = await keys.text(SIGNING_KEY);
  try {
    if (verifierKey(verifierOf(name, signingKey)) === key) return;
  } catch {
    // It cannot be read as a key.
  }
  throw new DamagedBackup(`${SIGNING_KEY} in ${dir} is not the key that signed the backup.`);
}
