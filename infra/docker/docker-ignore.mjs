import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

const special = /[.+^${}()|[\]\\]/g;

const patternOf = (line) => {
  const except = line.startsWith('!');
  const text = (except ? line.slice(1) : line).replace(special, '\\$&');
  const glob = text
    .replaceAll('**/', '\0')
    .replaceAll('*', '[^/]*')
    .replaceAll('?', '[^/]')
    .replaceAll('\0', '(?:.*/)?');
  // What holds for a folder holds for all in it.
  return { except, matches: new RegExp(`^${glob}(?:/.*)?$`) };
};

/** Whether Docker leaves a path out, by the text of a .dockerignore: the last line that fits decides. */
export const ignores = (text) => {
  const lines = text.split('\n').filter((line) => line.trim() && !line.startsWith('#'));
  const patterns = lines.map(patternOf);
  return (path) => patterns.findLast(({ matches }) => matches.test(path))?.except === false;
};

const neverSent = new Set(['.git', 'node_modules', 'dist', 'data', '.cache']);

/** The files below a folder that Docker sends to a build, by their paths from there. */
export const contextOf = async (root, text) => {
  const ignored = ignores(text);
  const walk = async (folder) => {
    const entries = await readdir(join(root, folder), { withFileTypes: true });
    const found = entries.map(async (entry) => {
      const path = folder ? `${folder}/${entry.name}` : entry.name;
      if (entry.isDirectory()) return neverSent.has(entry.name) ? [] : walk(path);
      return ignored(path) ? [] : [path];
    });
    return (await Promise.all(found)).flat();
  };
  return walk('');
};
