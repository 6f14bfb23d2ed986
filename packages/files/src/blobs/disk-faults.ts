import { open } from 'node:fs/promises';
import { Refusal } from '@feusa/contracts/refusals';

export const codeOf = (fault: unknown): string | undefined =>
  (fault as { code?: string } | undefined)?.code;

/** Whether the disk, or this user's share of it, is full. */
export const isFull = (fault: unknown): boolean => /^(ENOSPC|EDQUOT)$/.test(codeOf(fault) ?? '');

/** Runs work that writes files. @throws Refusal `upload/storage-full` where they find no room */
export async function storage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (fault) {
    throw isFull(fault) ? new Refusal('upload/storage-full') : fault;
  }
}

/** Makes the names in a directory durable; where a system cannot open directories, there is no need. */
export async function syncDirectory(dir: string): Promise<void> {
  const opened = await open(dir).catch((fault: unknown) => {
    if (codeOf(fault) === 'EISDIR' || codeOf(fault) === 'EPERM') return undefined;
    throw fault;
  });
  try {
    await opened?.sync();
  } finally {
    await opened?.close();
  }
}
