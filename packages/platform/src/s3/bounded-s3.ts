import { S3Client } from '@aws-sdk/client-s3';
import { Refusal } from '@feusa/contracts/refusals';
import type { Logger } from 'pino';
import { StartFault } from '../start-fault.js';
import { isNoBucket, s3Fault } from './faults.js';
import { makeBucket } from './make-bucket.js';
import { trustFault } from '../trust.js';
import { within } from './within.js';

const ANSWER_MS = 2500;
/** What a request may take besides, while others are answered: a server that is busy comes to it in turn. */
const TURN_MS = 10_000;
const LOOK_AGAIN_MS = 2000;
/** What even a slow server moves in a second, in bytes. */
const SLOWEST = 10 * 1024 * 1024;

/** How long requests may take that move this many bytes, in ms. */
export const timeFor = (bytes: number): number => ANSWER_MS + (1000 * bytes) / SLOWEST;

export interface S3Options {
  /** `http://host:port` or `https://…`; buckets are parts of its path. */
  readonly endpoint: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** Made where it is missing. */
  readonly bucket: string;
  readonly region: string;
  /** Whom the server's certificate may be of, in PEM; without it, who Node.js trusts. */
  readonly ca?: string | undefined;
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

interface Bound {
  readonly abortSignal: AbortSignal;
}

/** An S3 server that answers in bounded time or is said to be away. */
export class BoundedS3 {
  private readonly s3: S3Client;
  private bucketReady: Promise<void> | undefined;
  /** Runs while the server is away. */
  private lookingAgain: NodeJS.Timeout | undefined;
  private isClosed = false;
  /** When it last answered anything, by the monotonic clock, ms. */
  private answeredAt = -Infinity;

  constructor(private readonly options: S3Options) {
    this.s3 = clientOf(options);
  }

  state(): 'ok' | 'away' {
    return this.lookingAgain ? 'away' : 'ok';
  }

  /**
   * Runs requests that are to be answered within `ms`, or 10 s later where others are answered meanwhile.
   * @throws NoSuchObject, ObjectExists; Refusal `unavailable`, `upload/storage-full`
   */
  async ask<T>(work: (s3: S3Client, bound: Bound) => Promise<T>, ms = ANSWER_MS): Promise<T> {
    try {
      await (this.bucketReady ??= this.makeBucket());
      const bound = (abortSignal: AbortSignal) => work(this.s3, { abortSignal });
      const answer = await within(ms, bound, this.untilSilent(ms));
      this.answered();
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
    this.isClosed = true;
    clearInterval(this.lookingAgain);
    this.s3.destroy();
  }

  private async makeBucket(): Promise<void> {
    try {
      await within(ANSWER_MS, (signal) => makeBucket(this.s3, this.options, signal));
    } catch (fault) {
      this.bucketReady = undefined;
      const why = fault instanceof StartFault ? undefined : trustFault(fault);
      throw why ? new StartFault(`The S3 server at ${this.options.endpoint}: ${why}.`) : fault;
    }
  }

  private judged(fault: unknown): Error {
    const judged = fault instanceof StartFault ? fault : s3Fault(fault);
    if (judged instanceof Refusal && judged.code === 'unavailable') this.report(true, fault);
    return judged;
  }

  private answered(): void {
    this.answeredAt = performance.now();
    this.report(false);
  }

  /** How long a request goes on waiting that begins now: until the server has answered nobody for a while. */
  private untilSilent(ms: number): () => number {
    const latest = performance.now() + ms + TURN_MS;
    return () => Math.min(this.answeredAt + ANSWER_MS, latest) - performance.now();
  }

  private report(isAway: boolean, err?: unknown): void {
    if (this.isClosed || isAway === (this.lookingAgain !== undefined)) return;
    const { endpoint, log } = this.options;
    if (isAway) {
      log.warn({ err, endpoint }, 'file store away');
      this.lookingAgain = setInterval(this.lookAgain, LOOK_AGAIN_MS).unref();
    } else {
      log.info({ endpoint }, 'file store back');
      clearInterval(this.lookingAgain);
      this.lookingAgain = undefined;
    }
  }

  private readonly lookAgain = () => {
    this.bucketReady = undefined;
    void this.ask(() => Promise.resolve()).catch(() => undefined);
  };
}

function clientOf({ endpoint, region, accessKey, secretKey, ca }: S3Options): S3Client {
  // its next releases will not run on Node 20; this one does, and says so at every start
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    forcePathStyle: true,
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: 1500,
      socketTimeout: 0,
      httpAgent: { maxSockets: Infinity },
      httpsAgent: { maxSockets: Infinity, ...(ca && { ca }) },
    },
  });
}
