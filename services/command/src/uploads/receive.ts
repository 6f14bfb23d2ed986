import type { Readable } from 'node:stream';
import {
  StaleWrite,
  type Received,
  type Staging,
  type UploadRecord,
} from '@feusa/files/uploads/staging-port';
import { Refusal } from '@feusa/contracts/refusals';
import { conclude } from './conclude.js';
import { TusFault } from './tus-fault.js';
import type { Checksum } from './tus-headers.js';
import type { UploadPorts } from './upload-limits.js';
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

/**
 * Takes the bytes of one request in and concludes the upload when they are its last. What comes without
 * a checksum is kept however the request ends; with one, all of it counts or nothing. Answers with the
 * size of the upload in bytes; what is there is durable.
 * @throws Refusal `upload/…`; TusFault 408, 460, 503
 */
export async function receive(
  ports: UploadPorts,
  found: UploadRecord,
  { source, checksum }: Body,
  { at, lease }: Target,
): Promise<number> {
  const { staging, limits, room } = ports;
  const clean = verified(found);
  const begun = checksum ? await staging.save({ ...clean, unverifiedFrom: at }) : clean;
  const received = await staging.receive(begun, source, {
    at,
    limit: clean.length - at,
    pace: limits.pace,
    signal: lease.signal,
    checksum: checksum?.algorithm,
    onBytes: () => lease.touch(),
    writing: (bytes, write) => room.write(bytes, write),
  });
  const { size, head, end } = received;
  const fault = faultOf(received, checksum);
  const isVoid = fault && (checksum || end === 'too-long');
  const record = verified(isVoid ? await staging.cut(received.record, at) : received.record);
  if (size === record.length && !isVoid) {
    await conclude(ports, record, head).catch(unlessFinished(staging, record));
    return size;
  }
  await staging.save(record);
  await staging.sync(record.id);
  if (fault) throw fault;
  return size;
}

function faultOf({ end, checksum: found }: Received, checksum?: Checksum): Error | undefined {
  if (end === 'too-long') return new Refusal('upload/too-large');
  if (end === 'too-slow') return new TusFault('upload/too-slow');
  if (end !== 'complete') return new TusFault('upload/interrupted');
  const fits = !checksum || found?.equals(checksum.digest);
  return fits ? undefined : new TusFault('upload/checksum-mismatch');
}

/** The record where every byte is verified. */
function verified(record: UploadRecord): UploadRecord {
  const copy = { ...record };
  delete copy.unverifiedFrom;
  return copy;
}

/** Another process that was asked for the upload may have concluded it first. */
const unlessFinished =
  (staging: Staging, { id }: UploadRecord) =>
  async (fault: unknown) => {
    const found = fault instanceof StaleWrite ? await staging.find(id) : undefined;
    if (!found?.finished) throw fault;
  };
