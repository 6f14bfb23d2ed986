import { StagedBytesGone } from '@feusa/files/blobs/port';
import { Metadata } from '@tus/server';
import { failpoint } from '@feusa/platform/failpoint';
import { HEAD_BYTES, StaleWrite, type UploadRecord } from '@feusa/files/uploads/staging-port';
import { Refusal } from '@feusa/contracts/refusals';
import { mediaTypeOf } from './media-type.js';
import type { UploadPorts } from './upload-limits.js';

type Finished = NonNullable<UploadRecord['finished']>;
type FinishedRecord = UploadRecord & { readonly finished: Finished };

/**
 * Makes a blob of an upload that has all its bytes. The record says so first: a process that is killed
 * in between leaves what the next one needs to go on.
 * @throws Refusal `upload/type-not-allowed`; then nothing is left of the upload. StaleWrite
 */
export async function conclude(
  ports: UploadPorts,
  record: UploadRecord,
  head?: Buffer,
): Promise<Finished> {
  const { staging } = ports;
  const { id, length } = record;
  const mediaType = await typeOf(
    ports,
    record,
    head ?? (await staging.bytes(record, 0, HEAD_BYTES)),
  );
  const blob = await staging.sha256(record, length);
  const finished = { blob, mediaType, at: Date.now() };
  const saved = { ...(await staging.save({ ...record, finished })), finished };
  await Promise.all([makeBlob(ports, saved), staging.sync(id)]);
  return finished;
}

/** Moves the bytes into the blob store, where that is still to be done. @throws StaleWrite */
export async function adopt(ports: UploadPorts, record: FinishedRecord): Promise<Finished> {
  if ((await ports.staging.size(record)) > 0) await makeBlob(ports, record);
  return record.finished;
}

async function makeBlob({ staging, blobs, reservations }: UploadPorts, record: FinishedRecord) {
  const { id, finished } = record;
  const bytes = await staging.staged(record);
  const adopted = blobs.adopt(bytes, finished.blob).catch((fault: unknown) => {
    throw fault instanceof StagedBytesGone ? new StaleWrite() : fault;
  });
  const [isMoved] = await Promise.all([adopted, reservations.finished(id, finished.blob)]);
  await failpoint('blob.after_adopt');
  if (!isMoved) await staging.discard(record);
}

async function typeOf({ staging, reservations }: UploadPorts, record: UploadRecord, head: Buffer) {
  const { id, name, length, metadata } = record;
  const { filetype } = metadata === '' ? {} : Metadata.parse(metadata);
  const read = (start: number, count: number) => staging.bytes(record, start, count);
  try {
    return await mediaTypeOf({ head, length, read }, name, filetype ?? '');
  } catch (fault) {
    const isForbidden = fault instanceof Refusal && fault.code === 'upload/type-not-allowed';
    if (isForbidden) {
      await staging.forget(id, record);
      await reservations.release(id);
    }
    throw fault;
  }
}
