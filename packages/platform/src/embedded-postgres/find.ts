import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { greeting, urlOf } from './address.js';
import { readPassword } from './password.js';
import { readPidFile } from './pid-file.js';

/** The address of the server that is running on a data directory right now, if there is one. */
export const findEmbeddedPostgres = async (directory: string): Promise<string | undefined> => {
  const dir = await realpath(resolve(directory)).catch(() => undefined);
  const found = dir && (await readPidFile(dir));
  if (!dir || !found) return undefined;
  const address = { port: found.port, password: await readPassword(dir) };
  return (await greeting(address, dir)) === 'ours' ? urlOf(address) : undefined;
};
