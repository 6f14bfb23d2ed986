import { refuse } from '@feusa/contracts/refusals';
import { isProgramName } from './file-name.js';
import type { UploadPorts } from './upload-limits.js';

interface Wanted {
  readonly name: string;
  /** In bytes. */
  readonly length: number;
  /** Of the first request's body, in bytes. */
  readonly contentLength: number;
}

/** Refuses an upload before any of its bytes. @throws Refusal `upload/…` */
export async function admit(ports: UploadPorts, { name, length, contentLength }: Wanted) {
  const { maxBytes } = ports.limits;
  if (length === 0) refuse('upload/empty');
  if (Math.max(length, contentLength) > maxBytes) refuse('upload/too-large', { maxBytes });
  if (isProgramName(name)) refuse('upload/type-not-allowed');
  await refuseWhenFull(ports);
}

/** Leaves room on the disk for those who must not run out of it. @throws Refusal `upload/storage-full` */
export async function refuseWhenFull({ staging, limits }: UploadPorts): Promise<void> {
  const { free, total } = await staging.space();
  if (free < limits.leaveFreeBytes || free < total * limits.leaveFreePart) {
    refuse('upload/storage-full');
  }
}
