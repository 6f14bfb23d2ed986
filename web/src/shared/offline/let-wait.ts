import type { Sent } from '../own-changes.js';
import { canWait, type Waiting } from './waiting.js';

type LetWait = (item: Omit<Waiting, 'state' | 'at'>) => Promise<Sent>;
let letWait: LetWait | undefined;
/** What has changes wait on this device. */
export const onUnreached = (handler: LetWait): void => void (letWait = handler);

/** Has a change wait for a connection, where it can. @throws what was wrong, where it can't */
export async function later(item: Omit<Waiting, 'state' | 'at'>, error: unknown): Promise<Sent> {
  if (!letWait || !canWait(item.command, item.body)) throw error;
  return letWait(item).catch(() => {
    throw error;
  });
}
