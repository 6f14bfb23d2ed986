import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { SIGNING_KEY } from '@feusa/adapters/open/backup';
import { verifierKey, verifierOf } from '@feusa/adapters/transparency/checkpoint';
import { readVerifier } from '../verify/trusted-checkpoint.js';
import { DamagedBackup, MANIFEST, readKeys, type Keys, type Manifest } from './format.js';

/** The keys of this backup, from a directory of theirs. @throws DamagedBackup */
export async function verifyKeys(dir: string, { id, key, keys: digest }: Manifest): Promise<Keys> {
  const { keys, text } = await readKeys(dir);
  if (keys.id !== id) throw new DamagedBackup(`The keys in ${dir} are of another backup.`);
  if (hash('sha256', text) !== digest)
    throw new DamagedBackup(`${MANIFEST} in ${dir} is not what was written.`);
  await refuseOtherSigner(dir, key);
  return keys;
}

/** A backup that somebody has signed with a key of their own names that one. */
async function refuseOtherSigner(place: string, key: string): Promise<void> {
  const { name } = readVerifier(key);
  try {
    const signingKey = await readFile(path.join(place, SIGNING_KEY), 'utf8');
    if (verifierKey(verifierOf(name, signingKey)) === key) return;
  } catch {
    // It cannot be read as a key.
  }
  throw new DamagedBackup(`${SIGNING_KEY} in ${place} is not the key that signed the backup.`);
}
