import type { UploadRecord } from '@feusa/files/uploads/staging-port';
import { refuse } from '@feusa/contracts/refusals';
import { isProgramName } from './file-name.js';
import type { UploadPorts } from './upload-limits.js';

interface RequestedUpload extends Pick<UploadRecord, 'id' | 'owner' | 'name' | 'length'> {
  /** Of the first request's body, in bytes. */
  readonly contentLength: number;
}

/**
 * Promises room to an upload, or refuses it before any of its bytes. Until it is ended or used the
 * promise counts against its owner.
 * @throws Refusal `upload/…`
 */
export async function admit(ports: UploadPorts, wanted: RequestedUpload): Promise<void> {
  const { id, owner, name, length: bytes, contentLength } = wanted;
  const { maxBytes, share } = ports.limits;
  if (bytes === 0) refuse('upload/empty');
  if (Math.max(bytes, contentLength) > maxBytes) refuse('upload/too-large', { maxBytes });
  if (isProgramName(name)) refuse('upload/type-not-allowed');
  const outcome = await ports.reservations.reserve({ id, owner, bytes }, share);
  if (outcome === 'too-many') refuse('upload/too-many', { most: share.uploads });
  if (outcome === 'too-large') refuse('upload/quota', { maxBytes: share.bytes });
  await requireRoom(ports).catch(async (fault: unknown) => {
    await ports.reservations.release(id);
    throw fault;
  });
}

/** Whether what was promised to all fits on the disk. @throws Refusal `upload/storage-full` */
async function requireRoom({ room, reservations, staging }: UploadPorts): Promise<void> {
  const left = await room.left();
  if (left === Infinity) return;
  const promised = await reservations.unfinished();
  let missing = promised.reduce((sum, { bytes }) => sum + bytes, 0) - left;
  for (const { id } of promised) {
    if (missing <= 0) return;
    missing -= await staging.size(id);
  }
  if (missing > 0) refuse('upload/storage-full');
}
