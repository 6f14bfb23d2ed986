import type { Readable } from 'node:stream';
import type { Intake, UploadRecord } from '@feusa/files/uploads/staging-port';
import { refuse } from '@feusa/contracts/refusals';
import { TusFault } from './tus-fault.js';
import type { Checksum } from './tus-headers.js';
import type { UploadPorts } from './upload-limits.js';
import { verified } from './upload-book.js';
import type { Lease } from './upload-locks.js';

/** The bytes of one request; `contentLength` is undefined where they come in chunks. */
export interface Body {
  readonly source: Readable;
  readonly contentLength: number | undefined;
  readonly checksum: Checksum | undefined;
}

/** Where the bytes go, and who may write them. */
export interface Target {
  readonly at: number;
  readonly lease: Lease;
}

interface Received {
  /** To go on with. */
  readonly record: UploadRecord;
  /** Of the upload, in bytes. */
  readonly size: number;
  readonly head?: Buffer | undefined;
  /** Why the request brought less than it wanted to. */
  readonly interrupted?: TusFault;
}

/**
 * Takes the bytes of one request in. What comes without a checksum is kept however the request ends;
 * with one, all of it counts or nothing.
 * @throws Refusal `upload/too-large`, `upload/storage-full`; TusFault 460
 */
export async function receive(
  { staging, limits, room }: UploadPorts,
  record: UploadRecord,
  { source, checksum }: Body,
  { at, lease }: Target,
): Promise<Received> {
  const limit = record.length - at;
  const begun = checksum ? await staging.save({ ...record, unverifiedFrom: at }) : record;
  const intake = await staging.take(begun, source, {
    at,
    limit,
    pace: limits.pace,
    signal: lease.signal,
    checksum: checksum?.algorithm,
    onBytes: () => lease.touch(),
    writing: (bytes, write) => room.write(bytes, write),
  });
  const fault = faultOf(intake, checksum);
  const { size, head } = intake;
  if (!fault) return { record: verified(intake.record), size, head };
  if (!checksum && intake.end !== 'too-long') {
    return { record: intake.record, size, head, interrupted: fault };
  }
  const cut = verified(await staging.cut(intake.record, at));
  const restored = checksum ? await staging.save(cut) : cut;
  if (intake.end === 'too-long') refuse('upload/too-large');
  if (intake.end === 'complete') throw fault;
  return { record: restored, size: at, interrupted: fault };
}

function faultOf({ end, checksum: found }: Intake, checksum?: Checksum): TusFault | undefined {
  if (end === 'too-slow') return new TusFault('upload/too-slow');
  if (end !== 'complete') return new TusFault('upload/interrupted');
  const fits = !checksum || found?.equals(checksum.digest);
  return fits ? undefined : new TusFault('upload/checksum-mismatch');
}
