import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '@feusa/profiles/config';
import { SIGNING_KEY } from '@feusa/transparency/signer';
import { StartFault } from '@feusa/platform/start-fault';
import { keyOf } from '@feusa/privacy/subject-keys/given-key';
import { MASTER_KEY } from '@feusa/privacy/subject-keys/key-file';
import { masterKeyOf } from '@feusa/privacy/subject-keys/master-key';
import { fingerprintOf, shortName } from '@feusa/privacy/subject-keys/master-keys';
import type { KeyDirectory } from '../backup/key-directory.js';

/**
 * Brings the keys: the product must go on signing as before, and read what it has encrypted.
 * @throws StartFault where there are others already, which stay
 */
export async function restoreKeys(config: Config, keys: KeyDirectory): Promise<void> {
  await restoreKey(SIGNING_KEY, config, keys);
  const set = await masterKeyOf(config);
  if (!set) return restoreKey(MASTER_KEY, config, keys);
  const own = nameOf(keyOf(await keys.text(MASTER_KEY), MASTER_KEY));
  if (nameOf(set) === own) return;
  throw new StartFault(
    `The backup was made with master key ${own}, and FEUSA_MASTER_KEY is ${nameOf(set)}, another key than that of the ` +
      'backup: restore with that one, which is among its keys, and turn it afterwards.',
  );
}

const nameOf = (key: Buffer) => shortName(fingerprintOf(key));

async function restoreKey(
  name: string,
  { FEUSA_DATA_DIR: dataDir }: Config,
  keys: KeyDirectory,
): Promise<void> {
  const to = path.join(path.resolve(dataDir), name);
  const text = await keys.text(name);
  const there = await readFile(to, 'utf8').catch(() => undefined);
  if (there === undefined) {
    await mkdir(path.dirname(to), { recursive: true });
    await writeFile(to, text, { flag: 'wx', mode: 0o600, flush: true });
  } else if (there.trim() !== text.trim()) {
    throw new StartFault(`${to} is another key than that of the backup, and stays as it is.`);
  }
}
