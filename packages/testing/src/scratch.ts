import { access, constants, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
/** More than the data of a run take at any time, in bytes. */
const PLENTY = 4 * 2 ** 30;

/** Where there may be data that need not survive a power cut. */
export const scratchPlaces = [tmpdir(), MEMORY];

/** Memory where there is plenty, as a database is hundreds of files to make and to remove; else a disk. */
export const scratchPlace = async (): Promise<string> => {
  try {
    await access(MEMORY, constants.W_OK);
    const { bavail, bsize } = await statfs(MEMORY);
    return Math.min(bavail * bsize, process.availableMemory()) > PLENTY ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
};
