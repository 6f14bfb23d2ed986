import type { UploadRecord } from '@feusa/adapters/uploads/staging-port';
import { Refusal } from '@feusa/contracts/refusals';
import { HEAD_BYTES, mediaTypeOf } from './media-type.js';
import type { UploadPorts } from './upload-limits.js';

type Finished = NonNullable<UploadRecord['finished']>;

/**
 * Makes a blob of an upload that has all its bytes. The record says so first: a process that is killed
 * in between leaves what the next one needs to go on.
 * @throws Refusal `upload/type-not-allowed`; then nothing is left of the upload
 */
export async function conclude(ports: UploadPorts, record: UploadRecord): Promise<Finished> {
  const { staging } = ports;
  const { id } = record;
  const [mediaType, blob] = await Promise.all([typeOf(ports, record), staging.sha256(id)]);
  const finished = { blob, mediaType, at: Date.now() };
  await staging.save({ ...record, finished });
  await Promise.all([adopt(ports, id, finished), staging.sync(id, 'record')]);
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

async function typeOf({ staging }: UploadPorts, { id, name, length }: UploadRecord) {
  const read = (start: number, count: number) => staging.bytes(id, start, count);
  try {
    return await mediaTypeOf({ head: await read(0, HEAD_BYTES), length, read }, name);
  } catch (fault) {
    if (fault instanceof Refusal) await staging.forget(id);
    throw fault;
  }
}
