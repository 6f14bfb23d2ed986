import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { link, mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MissingBlob } from '@feusa/files/blobs/port';
import type { BackupPorts } from '@feusa/profiles/backup';
import { StartFault } from '@feusa/platform/start-fault';
import { BLOB_LIST, blobFile, DamagedBackup, partOf, type Manifest } from './format.js';
import { readPart } from './part.js';

/** Lets bytes through and fails at their end where they are not those of this blob. */
export function hashed(sha256: string, where: string): Transform {
  const hash = createHash('sha256');
  return new Transform({
    transform(bytes: Buffer, _encoding, done) {
      hash.update(bytes);
      done(null, bytes);
    },
    flush(done) {
      const is = hash.digest('hex') === sha256;
      done(
        is ? null : new DamagedBackup(`The file ${sha256} in ${where} is not what was written.`),
      );
    },
  });
}

/** Reads a blob to its end. Its size in bytes. @throws DamagedBackup */
export async function checkBlob(source: Readable, sha256: string, where: string): Promise<number> {
  let size = 0;
  await pipeline(source, hashed(sha256, where), async (chunks: AsyncIterable<Buffer>) => {
    for await (const { length } of chunks) size += length;
  });
  return size;
}

/** The names and sizes of the files in a backup, in pages. */
export async function* blobsIn(dir: string, manifest: Manifest) {
  for await (const lines of readPart(dir, partOf(manifest, BLOB_LIST)))
    yield lines.map(
      (line) => JSON.parse(line) as { readonly sha256: string; readonly size: number },
    );
}

/** A blob of a backup. @throws DamagedBackup where it is missing */
export async function openCopy(dir: string, sha256: string): Promise<Readable> {
  const handle = await open(blobFile(dir, sha256)).catch((fault: NodeJS.ErrnoException) => {
    if (fault.code !== 'ENOENT' && fault.code !== 'ENOTDIR') throw fault;
    throw new DamagedBackup(`The file ${sha256} is missing in ${dir}.`);
  });
  return handle.createReadStream({ highWaterMark: 1 << 20 });
}

const ERASED =
  'Somebody was erased while the backup was made, and a photo of theirs is gone. Make it again: nothing is wrong.';

const missing = (sha256: string) =>
  `The file ${sha256} is in the log, and missing in the file store.`;

export interface Copying extends Pick<BackupPorts, 'blobs' | 'references'> {
  readonly dir: string;
  /** An earlier backup, whose files are used again. */
  readonly base?: string | undefined;
}

/** Brings a blob into a backup. @throws StartFault where the store does not have it as it was */
export async function copyBlob(
  { blobs, references, dir, base }: Copying,
  sha256: string,
): Promise<{ readonly sha256: string; readonly size: number; readonly isNew: boolean }> {
  const target = blobFile(dir, sha256);
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  const reused = base === undefined ? undefined : await reuse(base, target, sha256);
  if (reused !== undefined) return { sha256, size: reused, isNew: false };
  const source = await blobs.read(sha256).catch(async (fault: unknown) => {
    if (!(fault instanceof MissingBlob)) throw fault;
    const isStillMeant = (await references([sha256])).has(sha256);
    throw new StartFault(isStillMeant ? missing(sha256) : ERASED);
  });
  const file = createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(source, hashed(sha256, 'the file store'), file);
  return { sha256, size: file.bytesWritten, isNew: true };
}

/** Its size, undefined where the earlier backup does not have it as it was, or lies on another disk. */
async function reuse(base: string, target: string, sha256: string): Promise<number | undefined> {
  try {
    const size = await checkBlob(await openCopy(base, sha256), sha256, base);
    await link(blobFile(base, sha256), target);
    return size;
  } catch {
    await rm(target, { force: true });
    return undefined;
  }
}
