import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');

const BUILT_FROM = [
  'packages',
  'services',
  'tools',
  'web',
  'scripts',
  'package-lock.json',
  'tsconfig.json',
];
const NO_PART = /^(node_modules|dist|\..*)$|\.spec\.tsx?$/;

/** Names the state of all sources by their paths, sizes and times: quick enough for every start. */
export const stateOfSources = () => {
  const hash = createHash('sha256');
  for (const name of BUILT_FROM) add(hash, name);
  return hash.digest('hex');
};

const add = (hash, path) => {
  const entry = statSync(join(root, path), { throwIfNoEntry: false });
  if (entry?.isDirectory()) return addFolder(hash, path);
  if (entry) hash.update(`${path}\0${entry.size}\0${entry.mtimeMs}\n`);
};

const addFolder = (hash, path) => {
  for (const name of readdirSync(join(root, path)).sort())
    if (!NO_PART.test(name)) add(hash, `${path}/${name}`);
};

/** The text of a file below the root, or an empty one where there is none. */
export const textOf = (path) => {
  try {
    return readFileSync(join(root, path), 'utf8');
  } catch {
    return '';
  }
};
