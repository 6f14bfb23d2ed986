import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { StagedBytes } from './port.js';

/** A whole file of this machine, to become a blob. */
export async function stagedFile(file: string): Promise<StagedBytes> {
  const { size } = await stat(file);
  return { size, file, read: () => Promise.resolve(createReadStream(file)) };
}
