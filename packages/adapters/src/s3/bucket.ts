import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { StartFault } from '../start-fault.js';
import { BoundedS3, timeFor, type S3Options } from './bounded-s3.js';
import { NoSuchObject, ObjectChanged } from './faults.js';
import type { ByteRange } from '../blobs/port.js';

const REMOVAL_MS = 10;

export interface StoredObject {
  readonly key: string;
  /** In bytes. */
  readonly size: number;
  /** In ms, by the server's clock, to the second. */
  readonly changedAt: number;
}

/** What a write is meant for: an object in the state of this tag, or none. */
export type Condition = { readonly ifMatch: string } | { readonly ifNone: true };

/** Objects of one bucket. All of it throws Refusal `unavailable` within bounded time. */
export class Bucket {
  constructor(
    readonly name: string,
    readonly server: BoundedS3,
  ) {}

  /** Answers with the tag of the new state. @throws ObjectChanged, NoSuchObject; Refusal `upload/storage-full` */
  async put(Key: string, Body: Buffer | string, condition?: Condition): Promise<string> {
    const put = new PutObjectCommand({ Bucket: this.name, Key, Body, ...headersOf(condition) });
    const { ETag } = await this.server.ask(
      (s3, bound) => s3.send(put, bound),
      timeFor(Body.length),
    );
    return ETag ?? '';
  }

  /** An object, or a part of one, in memory. @throws NoSuchObject */
  read(Key: string, range?: ByteRange): Promise<{ readonly bytes: Buffer; readonly tag: string }> {
    const part = range && { Range: `bytes=${range.start}-${range.end}` };
    const get = new GetObjectCommand({ Bucket: this.name, Key, ...part });
    const ms = timeFor(range ? range.end + 1 - range.start : 0);
    return this.server.ask(async (s3, bound) => {
      const found = await s3.send(get, bound);
      const bytes = Buffer.from((await found.Body?.transformToByteArray()) ?? []);
      return { bytes, tag: found.ETag ?? '' };
    }, ms);
  }

  /** A part of an object as it comes; the time of its reader is not bounded. @throws NoSuchObject */
  async open(Key: string, { start, end }: ByteRange): Promise<Readable> {
    if (end < start) return Readable.from([]);
    const get = new GetObjectCommand({ Bucket: this.name, Key, Range: `bytes=${start}-${end}` });
    const { Body } = await this.server.ask((s3, bound) => s3.send(get, bound));
    return Body as Readable;
  }

  /** In the order of their keys, a thousand at a time, for which the server has `ms`. */
  async *list(Prefix: string, ms?: number): AsyncIterable<StoredObject> {
    let ContinuationToken: string | undefined;
    do {
      const list = new ListObjectsV2Command({ Bucket: this.name, Prefix, ContinuationToken });
      const page = await this.server.ask((s3, bound) => s3.send(list, bound), ms);
      for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
        yield { key: Key, size: Size, changedAt: LastModified?.getTime() ?? 0 };
      }
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken);
  }

  /** What is not there is no fault. */
  async remove(keys: readonly string[]): Promise<void> {
    for (let at = 0; at < keys.length; at += 1000) {
      const Objects = keys.slice(at, at + 1000).map((Key) => ({ Key }));
      const remove = new DeleteObjectsCommand({
        ...{ Bucket: this.name, Delete: { Objects, Quiet: true } },
      });
      const ms = timeFor(0) + REMOVAL_MS * Objects.length;
      const { Errors } = await this.server.ask((s3, bound) => s3.send(remove, bound), ms);
      const failed = Errors?.find(({ Code }) => Code !== 'NoSuchKey');
      if (failed) throw new Error(`not removed: ${failed.Key} ${failed.Code}`);
    }
  }

  /** Removes an object in the state of this tag only. Says whether it is gone. */
  async removeIf(Key: string, tag: string): Promise<boolean> {
    const remove = new DeleteObjectCommand({ Bucket: this.name, Key, IfMatch: tag });
    try {
      await this.server.ask((s3, bound) => s3.send(remove, bound));
      return true;
    } catch (fault) {
      if (fault instanceof ObjectChanged) return false;
      if (fault instanceof NoSuchObject) return true;
      throw fault;
    }
  }

  /** @throws StartFault where the server ignores the conditions of writes */
  async requireConditions(): Promise<void> {
    const write = this.put('conditions-are-ignored', '{}', { ifMatch: '"none"' });
    const outcome = await write.catch(() => undefined);
    if (outcome === undefined) return;
    throw new StartFault('The S3 server must know conditional writes (If-Match, If-None-Match)');
  }

  close(): void {
    this.server.close();
  }
}

/** Opens a bucket, which is made if it is missing; the server may still be away. @throws StartFault */
export async function openBucket(options: S3Options): Promise<Bucket> {
  const server = new BoundedS3(options);
  await server.start();
  return new Bucket(options.bucket, server);
}

function headersOf(condition?: Condition) {
  if (!condition) return {};
  return 'ifMatch' in condition ? { IfMatch: condition.ifMatch } : { IfNoneMatch: '*' };
}
