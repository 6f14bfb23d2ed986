import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { OWN_DIRECTORY, OWN_FILE } from '@feusa/platform/own-files';
import { blobName, isBlobName } from './blob-name.js';
import { codeOf, storage, syncDirectory } from './disk-faults.js';
import { MissingBlob, type Blobs, type ByteRange, type StagedBytes } from './port.js';
import { pipeFile } from './pipe.js';

const READ_BYTES = 1 << 20;
const REMOVING = '.removing';

/** Blobs as files `{dir}/ab/{sha256}`; `dir` is made where it is missing. */
export async function openDiskBlobs({ dir }: { readonly dir: string }): Promise<Blobs> {
  await mkdir(dir, OWN_DIRECTORY);
  const shards = new Set<string>();
  const fileOf = (sha256: string) => path.join(dir, sha256.slice(0, 2), blobName(sha256));

  const makeShard = async (shard: string) => {
    if (shards.has(shard)) return;
    if (await mkdir(shard, OWN_DIRECTORY)) await syncDirectory(dir);
    shards.add(shard);
  };

  return {
    adopt: (staged, sha256) =>
      storage(async () => {
        const target = fileOf(sha256);
        await makeShard(path.dirname(target));
        const file = staged.file ?? (await fetched(staged, `${target}.${randomUUID()}`));
        if (!staged.isDurable) await makeDurable(file);
        await move(file, target);
        await syncDirectory(path.dirname(target));
        return file === staged.file;
      }),

    async size(sha256) {
      const found = await stat(fileOf(sha256)).catch(ignoreAbsent);
      return found?.size;
    },

    async read(sha256, range) {
      const file = await openBlob(fileOf(sha256));
      return file.createReadStream({ highWaterMark: READ_BYTES, ...range });
    },

    async pipe(sha256, begin, range) {
      const file = await openBlob(fileOf(sha256));
      try {
        return await pipeFile(file, begin(), range ?? (await wholeOf(file)));
      } finally {
        await file.close();
      }
    },

    async *list() {
      for (const shard of await readdir(dir)) yield* listShard(path.join(dir, shard));
    },

    async remove(sha256, unlessAdoptedSince) {
      const file = fileOf(sha256);
      if (unlessAdoptedSince === undefined) return removeFile(file);
      return removeStale(file, unlessAdoptedSince);
    },
  };
}

function ignoreAbsent(fault: unknown): undefined {
  if (codeOf(fault) !== 'ENOENT' && codeOf(fault) !== 'ENOTDIR') throw fault;
}

async function openBlob(file: string) {
  const opened = await open(file).catch(ignoreAbsent);
  if (!opened) throw new MissingBlob(path.basename(file));
  return opened;
}

async function wholeOf(file: Awaited<ReturnType<typeof open>>): Promise<ByteRange> {
  return { start: 0, end: (await file.stat()).size - 1 };
}

/** Brings bytes that are not on this machine into a file of their own. */
async function fetched({ read }: StagedBytes, file: string): Promise<string> {
  try {
    await pipeline(await read(), createWriteStream(file, OWN_FILE));
    return file;
  } catch (fault) {
    await rm(file, { force: true });
    throw fault;
  }
}

/** The time of adoption is the file's own time, so that a sweep needs no other record of it. */
async function makeDurable(file: string): Promise<void> {
  const opened = await open(file, 'r+');
  try {
    const now = new Date();
    await opened.utimes(now, now);
    await opened.sync();
  } finally {
    await opened.close();
  }
}

async function move(file: string, target: string): Promise<void> {
  try {
    await rename(file, target);
  } catch (fault) {
    if (codeOf(fault) !== 'EXDEV') throw fault;
    const copy = `${target}.${randomUUID()}`;
    await copyFile(file, copy).catch(async (full: unknown) => {
      await rm(copy, { force: true });
      throw full;
    });
    await makeDurable(copy);
    await rename(copy, target);
    await rm(file);
  }
}

async function* listShard(shard: string) {
  for (const entry of await readdir(shard).catch(() => [])) {
    const file = path.join(shard, entry);
    if (entry.endsWith(REMOVING)) await putBack(file);
    const found = isBlobName(entry) && (await stat(file).catch(ignoreAbsent));
    if (found) yield { sha256: entry, adoptedAt: found.mtimeMs };
  }
}

async function removeFile(file: string): Promise<boolean> {
  const found = await stat(file).catch(ignoreAbsent);
  await rm(file, { force: true });
  return found !== undefined;
}

/** Takes the blob aside before its time is read, so that an adoption meanwhile is never lost. */
async function removeStale(file: string, since: number): Promise<boolean> {
  const found = await stat(file).catch(ignoreAbsent);
  if (!found || found.mtimeMs >= since) return false;
  const aside = `${file}${REMOVING}`;
  await rename(file, aside).catch(ignoreAbsent);
  const taken = await stat(aside).catch(ignoreAbsent);
  if (taken && taken.mtimeMs < since) return removeFile(aside);
  await putBack(aside);
  return false;
}

async function putBack(aside: string): Promise<void> {
  const file = aside.slice(0, -REMOVING.length);
  const found = await stat(file).catch(ignoreAbsent);
  await (found ? rm(aside, { force: true }) : rename(aside, file)).catch(ignoreAbsent);
}
