import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '@feusa/platform/is-alive';
import { scratchPlaces } from './scratch.js';

/** Folders named `<prefix><process id>-...` whose process lives no more, in those places that there are. */
export const leftOvers = async (prefix: string): Promise<string[]> => {
  const isLeft = (name: string) => {
    const pid = name.startsWith(prefix) && parseInt(name.slice(prefix.length), 10);
    return pid && !isAlive(pid);
  };
  const leftIn = async (place: string) => {
    const names = await readdir(place).catch(() => []);
    return names.filter(isLeft).map((name) => join(place, name));
  };
  return (await Promise.all(scratchPlaces.map(leftIn))).flat();
};

/** Another run that has just begun may remove it at the same time. */
export const removeLeftOver = (home: string): Promise<void> =>
  rm(home, { recursive: true, force: true }).catch(() => undefined);
