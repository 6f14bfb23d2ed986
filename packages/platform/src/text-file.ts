import { readFile } from 'node:fs/promises';

/** What is written in a file, undefined where there is none. @throws whatever else keeps it from being read */
export const textIfThere = (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').catch((fault: NodeJS.ErrnoException) => {
    if (fault.code === 'ENOENT') return undefined;
    throw fault;
  });
