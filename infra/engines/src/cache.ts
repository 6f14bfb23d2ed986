import { access, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '@feusa/platform/is-alive';

/** A folder of what is kept between runs, outside the repository: below FEUSA_CACHE, else ~/.cache/feusa. */
export const inCache = (name: string): string =>
  join(process.env['FEUSA_CACHE'] ?? join(homedir(), '.cache/feusa'), name);

/**
 * Makes a folder of the cache where there is none. Only a whole folder gets its name; of two processes
 * that make it the second takes what the first has made.
 * @param make fills the folder `files`, which it makes in the working folder `work`
 * @returns its path
 */
export const cached = async (
  name: string,
  make: (work: string, files: string) => Promise<void>,
): Promise<string> => {
  const folder = inCache(name);
  if (await exists(folder)) return folder;
  await mkdir(inCache(''), { recursive: true });
  await removeHalfMade();
  const work = await mkdtemp(inCache(`${HALF}${process.pid}-`));
  const files = join(work, 'files');
  try {
    await make(work, files);
    await rename(files, folder).catch(async (error: unknown) => {
      if (!(await exists(folder))) throw error;
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return folder;
};

const HALF = '.making-';

const removeHalfMade = async () => {
  for (const name of await readdir(inCache(''))) {
    const pid = name.startsWith(HALF) && parseInt(name.slice(HALF.length), 10);
    if (pid && !isAlive(pid)) await rm(inCache(name), { recursive: true, force: true });
  }
};

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
