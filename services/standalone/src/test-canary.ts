import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { openErasureCheck } from '@feusa/adapters/open-erasure-check';

/**
 * Where any of these values is found: every row of every table of every schema as text, and every file of
 * the data directory but those of a database in it.
 */
export async function everythingIn(
  url: string,
  dir: string,
  values: readonly string[],
): Promise<string[]> {
  const check = openErasureCheck(url);
  try {
    const tables = await check.tablesWith(values);
    return [...tables.map((table) => `table ${table}`), ...(await filesWith(dir, values))];
  } finally {
    await check.close();
  }
}

async function filesWith(dir: string, values: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    const file = path.relative(dir, path.join(entry.parentPath, entry.name));
    if (!entry.isFile() || file.startsWith('postgres')) continue;
    const text = (await readFile(path.join(dir, file), 'latin1').catch(() => '')).toLowerCase();
    const isThere = values.some((value) => text.includes(value.toLowerCase()));
    if (isThere) found.push(`file ${file}`);
  }
  return found;
}
