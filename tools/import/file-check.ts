import { open } from 'node:fs/promises';
import { cleanFileName, isProgramName } from '@feusa/command/uploads/file-name';
import { mediaTypeOf } from '@feusa/command/uploads/media-type';
import { Refusal, refusals } from '@feusa/contracts/refusals';
import { eachOf } from './pool.js';
import { unreadable, type ScannedFile, type ScannedFolder } from './scan.js';

const CHECKS = 8;
/** How many bytes of the beginning are looked at. */
const HEAD_BYTES = 4100;

/** The name that the file will have, and its size in bytes; or why it is refused. */
export type FileCheck =
  { readonly name: string; readonly size: number } | { readonly reason: string };

/** Looks at all files of a directory. @param maxBytes of one file */
export async function checkFiles(
  root: ScannedFolder,
  maxBytes: number,
): Promise<ReadonlyMap<ScannedFile, FileCheck>> {
  const checks = new Map<ScannedFile, FileCheck>();
  await eachOf(allFiles(root), CHECKS, async (file) => {
    checks.set(file, await checkFile(file, maxBytes));
  });
  return checks;
}

/** The files of a folder and of all below it. */
export function allFiles({ folders, files }: ScannedFolder): ScannedFile[] {
  return [...files, ...folders.flatMap(allFiles)];
}

const reasonOf = (code: 'upload/empty' | 'upload/type-not-allowed') => refusals[code][1];

/** Looks at a file as the server will: its name, its size in bytes and what its bytes say that it is. */
async function checkFile(file: ScannedFile, maxBytes: number): Promise<FileCheck> {
  const name = cleanFileName(file.name);
  if (cleanFileName(name) !== name)
    return { reason: 'the name has characters that are not allowed' };
  if (isProgramName(name)) return { reason: reasonOf('upload/type-not-allowed') };
  try {
    const handle = await open(file.source);
    try {
      const { size } = await handle.stat();
      if (size === 0) return { reason: reasonOf('upload/empty') };
      if (size > maxBytes) return { reason: `The file is larger than ${inMegabytes(maxBytes)} MB` };
      const read = async (start: number, length: number) => {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start);
        return buffer.subarray(0, bytesRead);
      };
      await mediaTypeOf({ head: await read(0, HEAD_BYTES), length: size, read }, name);
      return { name, size };
    } finally {
      await handle.close();
    }
  } catch (fault) {
    if (fault instanceof Refusal) return { reason: fault.message };
    return { reason: unreadable(fault as NodeJS.ErrnoException) };
  }
}

const inMegabytes = (bytes: number) => Math.floor(bytes / 1024 / 1024);
