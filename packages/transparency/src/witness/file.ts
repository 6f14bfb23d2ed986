import { createHash, randomBytes } from 'node:crypto';
import { appendFile, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isAlive } from '@feusa/platform/is-alive';
import { OWN_DIRECTORY, OWN_FILE } from '@feusa/platform/own-files';
import { StartFault } from '@feusa/platform/start-fault';
import { textIfThere } from '@feusa/platform/text-file';
import { readCheckpoint } from '../checkpoint.js';
import type { StartOver, WitnessMemory } from './port.js';

/** A line each time that it was started over with a log, with what was forgotten. */
const STARTED_OVER = 'started-over.ndjson';

/**
 * Remembers in a directory, a file for each log that is replaced at once and is on the disk before anything
 * is answered. One process has the directory.
 * @throws StartFault where another process has it
 */
export async function openFileMemory(directory: string): Promise<WitnessMemory> {
  await mkdir(directory, OWN_DIRECTORY);
  const release = await lock(path.join(directory, 'witness.pid'));
  const fileOf = (origin: string) => {
    const name = createHash('sha256').update(origin).digest('hex');
    return path.join(directory, `${name}.checkpoint`);
  };
  const last = (origin: string) => textIfThere(fileOf(origin));
  const records = path.join(directory, STARTED_OVER);
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  };
  return {
    last,
    move: (origin, from, { note }) =>
      inTurn(async () => {
        const known = await last(origin);
        const size = known === undefined ? 0 : readCheckpoint(known)?.size;
        if (size !== from) return false;
        await replaceFile(fileOf(origin), note);
        return true;
      }),
    startOver: (wish) =>
      inTurn(async () => {
        const was = await last(wish.origin);
        if (was === undefined) return undefined;
        const record = { ...wish, at: new Date().toISOString(), was };
        await appendFile(records, `${JSON.stringify(record)}\n`, { flush: true, ...OWN_FILE });
        await rm(fileOf(wish.origin));
        await sync(directory);
        return was;
      }),
    async startedOver(origin) {
      const lines = (await textIfThere(records))?.trimEnd().split('\n') ?? [];
      const all = lines.map((line) => JSON.parse(line) as StartOver);
      return all.filter((each) => each.origin === origin);
    },
    async close() {
      await turn;
      await release();
    },
  };
}

/** Puts a whole new file in the place of one, on the disk when this answers. */
export async function replaceFile(
  file: string,
  text: string,
  { mode }: { readonly mode: number } = OWN_FILE,
): Promise<void> {
  // Processes in containers have the same ids.
  const staged = `${file}.${randomBytes(6).toString('hex')}.new`;
  await writeFile(staged, text, { flush: true, mode });
  await rename(staged, file);
  await sync(path.dirname(file));
}

async function sync(directory: string): Promise<void> {
  const handle = await open(directory);
  await handle.sync().finally(() => handle.close());
}

/** A process that is gone holds nothing. */
async function lock(file: string): Promise<() => Promise<void>> {
  const holder = Number(await readFile(file, 'utf8').catch(() => '0'));
  if (holder > 0 && holder !== process.pid && isAlive(holder)) {
    throw new StartFault(`${path.dirname(file)} is used by another process (${holder}).`);
  }
  await writeFile(file, String(process.pid), OWN_FILE);
  return () => rm(file, { force: true });
}
