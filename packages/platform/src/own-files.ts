import { chmod, lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';

/** What is written is for the user that writes it, and for no other of the machine. */
export const OWN_FILE = { mode: 0o600 } as const;
export const OWN_DIRECTORY = { recursive: true, mode: 0o700 } as const;

/** Lets others pass through a directory, but not look into it. */
const PASSABLE = 0o711;
const OF_OTHERS = 0o077;

const uid = () => process.getuid?.();

/** As root the built-in database runs as another user, who must pass through the directory to its own. */
export const ownDirectoryMode = (holdsDatabase: boolean): number =>
  holdsDatabase && uid() === 0 ? PASSABLE : OWN_DIRECTORY.mode;

/**
 * Takes from others what an earlier version let them read. The directory itself comes last: where that is
 * done, so is the rest.
 */
export async function keepToOneself(dir: string, log: Pick<Logger, 'warn'>): Promise<void> {
  try {
    const entries = await readdir(dir).catch((): string[] => []);
    const mode = ownDirectoryMode(entries.includes('postgres'));
    const found = await lstat(dir).catch(() => undefined);
    if (!found || (found.mode & OF_OTHERS & ~mode) === 0) return;
    for (const entry of entries) await mend(path.join(dir, entry));
    await chmod(dir, mode);
  } catch (err) {
    log.warn({ err, dir }, 'others on this machine may be able to read this directory');
  }
}

/** What belongs to another user, as the built-in database may, is left to that one. */
async function mend(entry: string): Promise<void> {
  const found = await lstat(entry).catch(() => undefined);
  if (!found || found.isSymbolicLink() || found.uid !== uid()) return;
  const isDirectory = found.isDirectory();
  if (isDirectory) for (const name of await readdir(entry)) await mend(path.join(entry, name));
  if ((found.mode & OF_OTHERS) !== 0) await chmod(entry, isDirectory ? 0o700 : OWN_FILE.mode);
}
