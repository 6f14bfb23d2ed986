import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { StartFault } from '../../start-fault.js';
import { readCheckpoint } from '../checkpoint.js';
import type { WitnessMemory } from './port.js';

/**
 * Remembers in a directory, a file for each log that is replaced at once and is on the disk before anything
 * is answered. One process has the directory.
 * @throws StartFault where another process has it
 */
export async function openFileMemory(directory: string): Promise<WitnessMemory> {
  await mkdir(directory, { recursive: true });
  const release = await lock(path.join(directory, 'witness.pid'));
  const fileOf = (origin: string) => {
    const name = createHash('sha256').update(origin).digest('hex');
    return path.join(directory, `${name}.checkpoint`);
  };
  const last = async (origin: string) =>
    readFile(fileOf(origin), 'utf8').catch((fault: NodeJS.ErrnoException) => {
      if (fault.code === 'ENOENT') return undefined;
      throw fault;
    });
  let turn: Promise<unknown> = Promise.resolve();
  return {
    last,
    move(origin, from, { note }) {
      const moved = turn.then(async () => {
        const known = await last(origin);
        const size = known === undefined ? 0 : readCheckpoint(known)?.size;
        if (size !== from) return false;
        await replaceFile(fileOf(origin), note);
        return true;
      });
      turn = moved.catch(() => undefined);
      return moved;
    },
    async close() {
      await turn;
      await release();
    },
  };
}

/** Puts a whole new file in the place of one, on the disk when this answers. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const staged = `${file}.${process.pid}.new`;
  await writeFile(staged, text, { flush: true });
  await rename(staged, file);
  const directory = await open(path.dirname(file));
  await directory.sync().finally(() => directory.close());
}

/** A process that is gone holds nothing. */
async function lock(file: string): Promise<() => Promise<void>> {
  const holder = Number(await readFile(file, 'utf8').catch(() => '0'));
  if (holder > 0 && holder !== process.pid && isAlive(holder)) {
    throw new StartFault(`${path.dirname(file)} is used by another process (${holder}).`);
  }
  await writeFile(file, String(process.pid));
  return () => rm(file, { force: true });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (fault) {
    return (fault as NodeJS.ErrnoException).code === 'EPERM';
  }
}
