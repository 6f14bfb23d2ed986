import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '@feusa/profiles/config';
import { SIGNING_KEY } from '@feusa/profiles/backup';
import { StartFault } from '@feusa/platform/start-fault';
import { MASTER_KEY, masterKeyText } from '@feusa/privacy/subject-keys/key-file';
import type { KeyDirectory } from '../backup/key-directory.js';

/**
 * Brings the keys: the product must go on signing as before, and read what it has sealed.
 * @throws StartFault where there are others already, which stay
 */
export async function restoreKeys(config: Config, keys: KeyDirectory): Promise<void> {
  await restoreKey(SIGNING_KEY, config, keys);
  const { FEUSA_MASTER_KEY: set } = config;
  if (!set) return restoreKey(MASTER_KEY, config, keys);
  if (masterKeyText(set) !== (await keys.text(MASTER_KEY)))
    throw new StartFault('FEUSA_MASTER_KEY is another key than that of the backup.');
}

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
