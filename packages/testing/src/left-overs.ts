import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folders for temporary files named `<prefix><process id>-...` whose process lives no more. */
export const leftOvers = async (prefix: string): Promise<string[]> => {
  const names = await readdir(tmpdir());
  const left = names.filter((name) => {
    const pid = name.startsWith(prefix) && parseInt(name.slice(prefix.length), 10);
    return pid && !isAlive(pid);
  });
  return left.map((name) => join(tmpdir(), name));
};

/** Another run that has just begun may remove it at the same time. */
export const removeLeftOver = (home: string): Promise<void> =>
  rm(home, { recursive: true, force: true }).catch(() => undefined);

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};
