import { CreateBucketCommand, HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { Refusal } from '@feusa/contracts/refusals';
import type { Logger } from 'pino';
import { StartFault } from '../start-fault.js';
import { isNoBucket, isNotAllowed, s3Fault } from './faults.js';

const ANSWER_MS = 2500;
/** What even a slow server moves in a second, in bytes. */
const SLOWEST = 10 * 1024 * 1024;

/** How long requests may take that move this many bytes, in ms. */
export const timeFor = (bytes: number): number => ANSWER_MS + (1000 * bytes) / SLOWEST;

export interface S3Options {
  /** `http://host:port`; buckets are parts of its path. */
  readonly endpoint: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** Made where it is missing. */
  readonly bucket: string;
  readonly region: string;
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

interface Bound {
  readonly abortSignal: AbortSignal;
}

/** An S3 server that answers in bounded time or is said to be away. */
export class BoundedS3 {
  readonly s3: S3Client;
  private isAway = false;
  private bucketReady: Promise<void> | undefined;

  constructor(private readonly options: S3Options) {
    const { endpoint, region, accessKey: accessKeyId, secretKey: secretAccessKey } = options;
    process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
    this.s3 = new S3Client({
      endpoint,
      region,
      credentials: { accessKeyId, secretAccessKey },
      forcePathStyle: true,
      responseChecksumValidation: 'WHEN_REQUIRED',
      expectContinueHeader: false,
      requestHandler: {
        connectionTimeout: 1500,
        socketTimeout: 0,
        httpAgent: { maxSockets: Infinity },
        httpsAgent: { maxSockets: Infinity },
      },
    });
  }

  /**
   * Runs requests that are to be answered within `ms`.
   * @throws NoSuchObject, ObjectChanged; Refusal `unavailable`, `upload/storage-full`
   */
  async ask<T>(work: (s3: S3Client, bound: Bound) => Promise<T>, ms = ANSWER_MS): Promise<T> {
    try {
      await (this.bucketReady ??= this.makeBucket());
      const answer = await within(ms, (abortSignal) => work(this.s3, { abortSignal }));
      this.tell(false);
      return answer;
    } catch (fault) {
      if (isNoBucket(fault)) this.bucketReady = undefined;
      throw this.judged(fault);
    }
  }

  /** Makes the bucket; a server that is away now may come later. @throws StartFault for wrong keys */
  async start(): Promise<void> {
    await this.ask(() => Promise.resolve()).catch((fault: unknown) => {
      if (!(fault instanceof Refusal)) throw fault;
    });
  }

  close(): void {
    this.s3.destroy();
  }

  private async makeBucket(): Promise<void> {
    const { bucket: Bucket, region, endpoint } = this.options;
    const elsewhere = region !== 'us-east-1' && {
      CreateBucketConfiguration: { LocationConstraint: region as never },
    };
    try {
      await within(ANSWER_MS, async (abortSignal) => {
        const found = await this.s3
          .send(new HeadBucketCommand({ Bucket }), { abortSignal })
          .catch(unless(isNoBucket));
        if (found) return;
        const making = new CreateBucketCommand({ Bucket, ...elsewhere });
        await this.s3.send(making, { abortSignal }).catch(unless(isMade));
      });
    } catch (fault) {
      this.bucketReady = undefined;
      if (!isNotAllowed(fault)) throw fault;
      throw new StartFault(`${endpoint} does not let these keys use the bucket ${Bucket}`);
    }
  }

  private judged(fault: unknown): Error {
    const judged = fault instanceof StartFault ? fault : s3Fault(fault);
    if (judged instanceof Refusal && judged.code === 'unavailable') this.tell(true, fault);
    return judged;
  }

  private tell(isAway: boolean, err?: unknown): void {
    if (isAway === this.isAway) return;
    this.isAway = isAway;
    const { endpoint, log } = this.options;
    if (isAway) log.warn({ err, endpoint }, 'file store away');
    else log.info({ endpoint }, 'file store back');
  }
}

const isMade = (fault: unknown) => /^BucketAlready(OwnedByYou|Exists)$/.test((fault as Error).name);

const unless = (isExpected: (fault: unknown) => boolean) => (fault: unknown) => {
  if (!isExpected(fault)) throw fault;
  return undefined;
};

/** @throws Error `TimeoutError` where the work takes longer */
export async function within<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const giveUp = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_settle, fail) => {
    timer = setTimeout(() => {
      giveUp.abort();
      fail(Object.assign(new Error(`no answer within ${ms} ms`), { name: 'TimeoutError' }));
    }, ms);
  });
  try {
    return await Promise.race([work(giveUp.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}
