import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Wanted } from './wanted.js';

/** The pages of a database or an engine keep what was freed until they are used again. */
const ENGINES = /^(postgres|engines)\b/;

/** The files in a directory that have one of these texts in them or in their names. */
export async function filesWith(dir: string, wanted: Wanted): Promise<string[]> {
  const found: string[] = [];
  const all = { recursive: true, withFileTypes: true } as const;
  for (const entry of await readdir(dir, all).catch(() => [])) {
    const file = path.relative(dir, path.join(entry.parentPath, entry.name));
    if (!entry.isFile() || ENGINES.test(file)) continue;
    const isThere = wanted.isAmong(createReadStream(path.join(dir, file)));
    // Services remove files all the time.
    if (wanted.isIn(file) || (await isThere.catch(() => false))) found.push(file);
  }
  return found;
}
