import { Readable } from 'node:stream';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type PutObjectCommandInput,
} from '@aws-sdk/client-s3';
import { Refusal } from '@feusa/contracts/refusals';
import { StartFault } from '../start-fault.js';
import { BoundedS3, timeFor, type S3Options } from './bounded-s3.js';
import { ObjectExists } from './faults.js';

const REMOVAL_MS = 10;
const FEW = 4;

/** Inclusive. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface StoredObject {
  readonly key: string;
  /** In bytes. */
  readonly size: number;
  /** In ms, by the server's clock, to the second. */
  readonly changedAt: number;
}

/** Objects of one bucket. All of it throws Refusal `unavailable` within bounded time. */
export class Bucket {
  constructor(
    readonly name: string,
    readonly server: BoundedS3,
  ) {}

  /** @throws Refusal `upload/storage-full` */
  put(key: string, body: Buffer | string): Promise<void> {
    return this.write({ Key: key, Body: body }, body.length);
  }

  /** Of several that create an object at once one succeeds. @throws ObjectExists; as `put` */
  create(key: string, body: Buffer | string): Promise<void> {
    return this.write({ Key: key, Body: body, IfNoneMatch: '*' }, body.length);
  }

  /** An object, or a part of one, in memory. @throws NoSuchObject */
  read(Key: string, range?: ByteRange): Promise<Buffer> {
    const part = range && { Range: `bytes=${range.start}-${range.end}` };
    const get = new GetObjectCommand({ Bucket: this.name, Key, ...part });
    const ms = timeFor(range ? range.end + 1 - range.start : 0);
    return this.server.ask(async (s3, bound) => {
      const { Body } = await s3.send(get, bound);
      return Buffer.from((await Body?.transformToByteArray()) ?? []);
    }, ms);
  }

  /** A part of an object as it comes; the time of its reader is not bounded. @throws NoSuchObject */
  async open(Key: string, { start, end }: ByteRange): Promise<Readable> {
    if (end < start) return Readable.from([]);
    const get = new GetObjectCommand({ Bucket: this.name, Key, Range: `bytes=${start}-${end}` });
    const { Body } = await this.server.ask((s3, bound) => s3.send(get, bound));
    return Body as Readable;
  }

  /** In the order of their keys, `MaxKeys` at a time, for which the server has `ms`. */
  async *list(Prefix: string, ms?: number, MaxKeys = 1000): AsyncIterable<StoredObject> {
    let ContinuationToken: string | undefined;
    do {
      const wanted = { Bucket: this.name, Prefix, MaxKeys, ContinuationToken };
      const list = new ListObjectsV2Command(wanted);
      const page = await this.server.ask((s3, bound) => s3.send(list, bound), ms);
      for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
        yield { key: Key, size: Size, changedAt: LastModified?.getTime() ?? 0 };
      }
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken);
  }

  /** The first key of those that are wanted, which should be among the first of all. */
  async first(prefix: string, isWanted: (key: string) => boolean): Promise<string | undefined> {
    for await (const { key } of this.list(prefix, undefined, FEW)) if (isWanted(key)) return key;
    return undefined;
  }

  /** Keys that are not there are no fault. */
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

  /** @throws StartFault where the server creates what there is */
  async requireConditions(): Promise<void> {
    const create = () => this.create('created-once', '{}').then(() => true);
    try {
      const isIgnored = (await create()) && (await create());
      if (isIgnored) throw new StartFault('The S3 server must know If-None-Match');
    } catch (fault) {
      const isFine = fault instanceof ObjectExists || fault instanceof Refusal;
      if (!isFine) throw fault;
    }
  }

  close(): void {
    this.server.close();
  }

  private async write(wanted: Omit<PutObjectCommandInput, 'Bucket'>, size: number): Promise<void> {
    const put = new PutObjectCommand({ ...wanted, Bucket: this.name });
    await this.server.ask((s3, bound) => s3.send(put, bound), timeFor(size));
  }
}

/** Opens a bucket, which is made if it is missing; the server may still be away. @throws StartFault */
export async function openBucket(options: S3Options): Promise<Bucket> {
  const server = new BoundedS3(options);
  await server.start();
  return new Bucket(options.bucket, server);
}
