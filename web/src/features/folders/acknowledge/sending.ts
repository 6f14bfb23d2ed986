import type { WaitingFile } from '@feusa/contracts/acknowledgements';
import { mutate } from 'swr';
import { ApiError, send } from '../../../shared/api.js';
import { WAITING } from '../../../shared/personal.js';
import { saveFrom } from '../../../shared/save-file.js';
import { toast } from '../../../shared/toast-store.js';
import { texts } from './texts.js';

export const listKey = (id: string) => `/api/files/${id}/acknowledgements`;
export const receiptOf = (id: string, userId: string) =>
  `/api/files/${id}/acknowledgements/${userId}/receipt`;

/** Says that this person has read a document; their receipt is offered. */
export async function acknowledge(
  { id, name, fileVersion }: Pick<WaitingFile, 'id' | 'name' | 'fileVersion'>,
  userId: string,
): Promise<void> {
  try {
    await send('acknowledge-file', { id, fileVersion });
    const run = () => saveFrom(receiptOf(id, userId));
    toast({ text: texts.acknowledged(name), action: { label: texts.receipt, run } });
  } catch (error) {
    const detail = error instanceof ApiError ? error.detail : '';
    toast({ tone: 'danger', text: texts.notAcknowledged(name, detail) });
  }
  await Promise.all([mutate(WAITING), mutate(listKey(id))]);
}
