import type { Staging, UploadRecord } from '@feusa/adapters/uploads/staging-port';
import { refuse } from '@feusa/contracts/refusals';
import { TusFault } from './tus-fault.js';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The owner's upload, ended or not. @throws Refusal `upload/not-found`, also for somebody else's */
export async function findUpload(
  staging: Staging,
  id: string,
  owner: string,
): Promise<UploadRecord> {
  const record = ID.test(id) ? await staging.find(id) : undefined;
  return record?.owner === owner ? record : refuse('upload/not-found');
}

/** The owner's upload that was not ended. @throws TusFault 410; Refusal `upload/not-found` */
export async function liveUpload(
  staging: Staging,
  id: string,
  owner: string,
): Promise<UploadRecord> {
  const record = await findUpload(staging, id, owner);
  if (record.ended) throw new TusFault('upload/ended');
  return record;
}

/** The size of an upload in bytes, after what a killed process left unverified is cut off. */
export async function restoredSize(staging: Staging, record: UploadRecord): Promise<number> {
  const { id, length, finished, unverifiedFrom } = record;
  if (finished) return length;
  if (unverifiedFrom !== undefined) await staging.cut(id, unverifiedFrom);
  return staging.size(id);
}

/** How an upload stands: `offset` is the number of bytes that are safe. */
export interface Standing extends Pick<UploadRecord, 'id' | 'length' | 'metadata'> {
  readonly offset: number;
}

export const standing = ({ id, length, metadata }: UploadRecord, offset: number): Standing => ({
  id,
  offset,
  length,
  metadata,
});
