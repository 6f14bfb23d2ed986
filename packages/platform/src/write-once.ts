import { randomBytes } from 'node:crypto';
import { link, rm, writeFile } from 'node:fs/promises';
import { OWN_FILE } from './own-files.js';

/** Makes a file for its owner alone where there is none: whole and on the disk, or not at all. */
export async function writeOnce(file: string, text: string): Promise<void> {
  // Of several processes one makes it, and none sees a part of it, also where one is killed meanwhile.
  const staged = `${file}.${randomBytes(6).toString('hex')}.new`;
  await writeFile(staged, text, { ...OWN_FILE, flag: 'wx', flush: true });
  try {
    await link(staged, file);
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'EEXIST') throw fault;
  } finally {
    await rm(staged);
  }
}
