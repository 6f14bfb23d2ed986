import { createReadStream, type Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { SearchedValues } from './searched-values.js';

/** The pages of a database or an engine keep what was freed until they are used again. */
const ENGINES = /^(postgres|engines)\b/;

const TRIES = 5;

/**
 * The files in a directory that have one of these texts in them or in their names. What cannot be looked
 * into is a fault, not a clean place.
 */
export async function filesWith(dir: string, wanted: SearchedValues): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await entriesOf(dir)) {
    const file = path.relative(dir, path.join(entry.parentPath, entry.name));
    if (!entry.isFile() || ENGINES.test(file)) continue;
    if (wanted.isIn(file) || (await isInside(path.join(dir, file), wanted))) found.push(file);
  }
  return found;
}

const isInside = (file: string, wanted: SearchedValues): Promise<boolean> =>
  wanted.isAmong(createReadStream(file)).catch(unlessGone);

/** Services remove files all the time, and directories with them. */
async function entriesOf(dir: string, tries = TRIES): Promise<Dirent[]> {
  try {
    return await readdir(dir, { recursive: true, withFileTypes: true });
  } catch (fault) {
    if (tries <= 1) throw fault;
    unlessGone(fault);
    return entriesOf(dir, tries - 1);
  }
}

function unlessGone(fault: unknown): false {
  if ((fault as NodeJS.ErrnoException).code !== 'ENOENT') throw fault;
  return false;
}
