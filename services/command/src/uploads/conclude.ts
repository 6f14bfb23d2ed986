import { HEAD_BYTES, type Staging, type UploadRecord } from '@feusa/adapters/uploads/staging-port';
import { Refusal } from '@feusa/contracts/refusals';
import { mediaTypeOf } from './media-type.js';
import type { UploadPorts } from './upload-limits.js';

type Finished = NonNullable<UploadRecord['finished']>;

/**
 * Makes a blob of an upload that has all its bytes. The record says so first: a process that is killed
 * in between leaves what the next one needs to go on.
 * @throws Refusal `upload/type-not-allowed`; then nothing is left of the upload
 */
export async function conclude(
  { staging, blobs }: UploadPorts,
  record: UploadRecord,
  head?: Buffer,
): Promise<Finished> {
  const { id, length } = record;
  const mediaType = await typeOf(staging, record, head ?? (await staging.bytes(id, 0, HEAD_BYTES)));
  const blob = await staging.sha256(id, length);
  const finished = { blob, mediaType, at: Date.now() };
  await staging.save({ ...record, finished });
  await Promise.all([blobs.adopt(staging.file(id), blob), staging.sync(id, 'record')]);
  return finished;
}

/** Moves the bytes into the blob store, where that is still to be done. */
export async function adopt(
  { staging, blobs }: UploadPorts,
  id: string,
  finished: Finished,
): Promise<Finished> {
  if ((await staging.size(id)) > 0) await blobs.adopt(staging.file(id), finished.blob);
  return finished;
}

async function typeOf(staging: Staging, { id, name, length }: UploadRecord, head: Buffer) {
  const read = (start: number, count: number) => staging.bytes(id, start, count);
  try {
    return await mediaTypeOf({ head, length, read }, name);
  } catch (fault) {
    if (fault instanceof Refusal) await staging.forget(id);
    throw fault;
  }
}
