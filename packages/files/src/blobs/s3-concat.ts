import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { StagedBytesGone, type StagedBytes } from './port.js';
import { timeFor } from '@feusa/platform/s3/bounded-s3';
import type { Bucket } from '@feusa/platform/s3/bucket';
import { NoSuchObject } from '@feusa/platform/s3/faults';

const AT_ONCE = 4;
const PART_BYTES = 8 * 1024 * 1024;

/**
 * Puts staged bytes into one new object; what lies in the same bucket is copied by the server.
 * @throws StagedBytesGone
 */
export async function putStaged(bucket: Bucket, staged: StagedBytes, key: string): Promise<void> {
  const { size, objects } = staged;
  if (objects?.bucket !== bucket.name) return putStream(bucket, staged, key);
  if (objects.keys.length === 0) throw new StagedBytesGone();
  try {
    await (objects.keys.length === 1 ? putCopy : putParts)(bucket, { ...objects, size }, key);
  } catch (fault) {
    throw fault instanceof NoSuchObject ? new StagedBytesGone() : fault;
  }
}

async function putCopy(bucket: Bucket, { keys: [only], size }: Pieces, Key: string) {
  const copy = { Bucket: bucket.name, Key, CopySource: `${bucket.name}/${only}` };
  await bucket.server.ask(
    (s3, bound) => s3.send(new CopyObjectCommand(copy), bound),
    timeFor(size),
  );
}

async function putStream(bucket: Bucket, { size, read }: StagedBytes, Key: string) {
  const Body = await read();
  await bucket.server.ask((client, { abortSignal }) => {
    const params = { Bucket: bucket.name, Key, Body };
    const upload = new Upload({ client, params, partSize: PART_BYTES, queueSize: 1 });
    abortSignal.addEventListener('abort', () => void upload.abort());
    return upload.done();
  }, timeFor(size));
}

interface Pieces {
  /** All but the last of at least 5 MiB, as S3 wants it. */
  readonly keys: readonly string[];
  readonly size: number;
}

async function putParts(bucket: Bucket, { keys, size }: Pieces, Key: string) {
  const { server, name: Bucket } = bucket;
  const begin = new CreateMultipartUploadCommand({ Bucket, Key });
  const { UploadId } = await server.ask((s3, bound) => s3.send(begin, bound));
  const target = { Bucket, Key, UploadId };
  try {
    const Parts = await inLanes(keys, async (key, index) => {
      const part = { ...target, PartNumber: index + 1, CopySource: `${Bucket}/${key}` };
      const copy = new UploadPartCopyCommand(part);
      const copied = await server.ask((s3, bound) => s3.send(copy, bound), timeFor(PART_BYTES));
      return { PartNumber: index + 1, ETag: copied.CopyPartResult?.ETag };
    });
    const end = new CompleteMultipartUploadCommand({ ...target, MultipartUpload: { Parts } });
    await server.ask((s3, bound) => s3.send(end, bound), timeFor(size));
  } catch (fault) {
    const undo = new AbortMultipartUploadCommand(target);
    await server.ask((s3, bound) => s3.send(undo, bound)).catch(() => undefined);
    throw fault;
  }
}

/** Ends what a killed process began before this time (ms) and left. */
export async function endAbandoned(bucket: Bucket, Prefix: string, before: number): Promise<void> {
  const { server, name: Bucket } = bucket;
  const list = new ListMultipartUploadsCommand({ Bucket, Prefix });
  const { Uploads = [] } = await server.ask((s3, bound) => s3.send(list, bound));
  for (const { Key, UploadId, Initiated } of Uploads) {
    if (!Initiated || Initiated.getTime() >= before) continue;
    const end = new AbortMultipartUploadCommand({ Bucket, Key, UploadId });
    await server.ask((s3, bound) => s3.send(end, bound));
  }
}

async function inLanes<T, R>(items: readonly T[], work: (item: T, index: number) => Promise<R>) {
  const done: R[] = [];
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < items.length; index = next++) {
      done[index] = await work(items[index] as T, index);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return done;
}
