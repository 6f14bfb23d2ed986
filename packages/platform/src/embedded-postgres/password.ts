import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { StartFault } from '../start-fault.js';
import { reason } from './outcome.js';

export const passwordFile = (dir: string) => `${dir}.password`;

/** The superuser's password, kept beside the data directory for its owner only; made once. */
export const choosePassword = async (dir: string): Promise<string> => {
  const password = randomBytes(24).toString('hex');
  const once = { mode: 0o600, flag: 'wx', flush: true };
  await writeFile(passwordFile(dir), password, once).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return readPassword(dir);
};

/** A backup has no such file, as a restore makes a database of its own. */
const REPAIR =
  'set the password anew (docs/operations.md, "The password of the built-in database")';

/** What can be a password at all: one word, as we make them. */
const WORD = /^[\x21-\x7e]+$/;

/** @throws StartFault where the file is missing, not ours to read, or holds no password. */
export const readPassword = async (dir: string): Promise<string> => {
  const password = await readFile(passwordFile(dir), 'utf8').catch((error: unknown) => {
    throw new StartFault(
      `The database's password file ${passwordFile(dir)} cannot be read (${reason(error)}). Where it is gone, ${REPAIR}.`,
    );
  });
  if (!WORD.test(password.trim())) throw wrongPassword(dir);
  return password.trim();
};

/** What a server makes of it that was made with another one. */
export const wrongPassword = (dir: string): StartFault =>
  new StartFault(
    `The file ${passwordFile(dir)} does not hold the password of the database in ${dir}: ${REPAIR}.`,
  );
