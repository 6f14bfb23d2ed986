import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { StartFault } from '../start-fault.js';
import { reason } from './outcome.js';

const passwordFile = (dir: string) => `${dir}.password`;

/** The superuser's password, kept beside the data directory for its owner only; made once. */
export const choosePassword = async (dir: string): Promise<string> => {
  const password = randomBytes(24).toString('hex');
  const once = { mode: 0o600, flag: 'wx', flush: true };
  await writeFile(passwordFile(dir), password, once).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return readPassword(dir);
};

/** @throws StartFault where the file is missing or not ours to read. */
export const readPassword = async (dir: string): Promise<string> => {
  const password = await readFile(passwordFile(dir), 'utf8').catch((error: unknown) => {
    throw new StartFault(
      `The database's password file ${passwordFile(dir)} cannot be read (${reason(error)}): bring it back from the backup of ${dir}.`,
    );
  });
  return password.trim();
};
