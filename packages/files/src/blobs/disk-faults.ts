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

/** Makes the names in a directory durable, those that `work` gives among them. */
export async function syncDirectory(dir: string, work?: () => Promise<void>): Promise<void> {
  const [directory, worked] = await Promise.allSettled([openDirectory(dir), work?.()]);
  for (const each of [directory, worked]) if (each.status === 'rejected') throw each.reason;
  const opened = directory.status === 'fulfilled' ? directory.value : undefined;
  try {
    await opened?.sync();
  } finally {
    await opened?.close();
  }
}

/** Undefined where a system cannot open directories: there it is not needed. */
const openDirectory = (dir: string) =>
  open(dir).catch((fault: unknown) => {
    if (codeOf(fault) === 'EISDIR' || codeOf(fault) === 'EPERM') return undefined;
    throw fault;
  });
