import { StaleWrite, type Staging, type UploadRecord } from '@feusa/files/uploads/staging-port';
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

/** The bytes of an upload that are safe: what a killed process left unverified does not count. */
export async function verifiedSize(staging: Staging, record: UploadRecord): Promise<number> {
  if (record.finished) return record.length;
  return Math.min(await staging.size(record), record.unverifiedFrom ?? Infinity);
}

/** The upload without what a killed process left unverified. @throws StaleWrite */
export const restored = (staging: Staging, record: UploadRecord): Promise<UploadRecord> =>
  record.unverifiedFrom === undefined
    ? Promise.resolve(record)
    : staging.cut(record, record.unverifiedFrom);

const TRIES = 5;

/** Does again what a write of another process has made stale. @throws Refusal `busy` where that happens all the time */
export async function insist<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; tries < TRIES; tries++) {
    try {
      return await work();
    } catch (fault) {
      if (!(fault instanceof StaleWrite)) throw fault;
    }
  }
  return refuse('busy');
}
