import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

interface Pattern {
  readonly except: boolean;
  readonly matches: RegExp;
}

const patternOf = (line: string): Pattern => {
  const except = line.startsWith('!');
  const glob = (except ? line.slice(1) : line)
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('**/', '\0')
    .replaceAll('*', '[^/]*')
    .replaceAll('?', '[^/]')
    .replaceAll('\0', '(?:.*/)?');
  // What holds for a folder holds for all in it.
  return { except, matches: new RegExp(`^${glob}(?:/.*)?$`) };
};

/** Whether Docker leaves a path out, by the text of a .dockerignore: the last line that fits decides. */
export const ignores = (text: string): ((path: string) => boolean) => {
  const lines = text.split('\n').filter((line) => line.trim() && !line.startsWith('#'));
  const patterns = lines.map(patternOf);
  return (path) => patterns.findLast(({ matches }) => matches.test(path))?.except === false;
};

const neverSent = new Set(['.git', 'node_modules', 'dist', 'data', '.cache']);

/** The files below a folder that Docker sends to a build, by their paths from there. */
export const contextOf = async (root: string, text: string): Promise<string[]> => {
  const ignored = ignores(text);
  const walk = async (folder: string): Promise<string[]> => {
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
