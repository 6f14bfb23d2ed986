import { memoryBounds } from '@feusa/contracts/memory-bounds';
import { refuse } from '@feusa/contracts/refusals';
import { Readable } from 'node:stream';
import { MissingBlob, type Blobs, type ByteRange } from './port.js';
import { pipeChunks } from './pipe.js';
import { LRUCache } from 'lru-cache';
import { openBucket, type Bucket } from '@feusa/platform/s3/bucket';
import type { S3Options } from '@feusa/platform/s3/bounded-s3';
import { endAbandoned, putStaged } from './s3-concat.js';
import { NoSuchObject } from '@feusa/platform/s3/faults';
import {
  BLOBS_PREFIX,
  generationOf,
  generations,
  newGeneration,
  type Generation,
} from './s3-generations.js';
import { resumed } from './s3-resume.js';

const REMEMBERED = memoryBounds.blobs.value;
const SWEEP_MS = 30_000;
/** A download that has begun waits for a server that is restarted. */
const RESTART_MS = 10_000;
const ABANDONED_MS = 24 * 3_600_000;

export interface S3Blobs extends Blobs {
  /** Of the server, as the latest requests found it; while it is away it is looked for every 2 s. */
  state(): 'ok' | 'away';
  close(): void;
}

/**
 * Blobs in a bucket of an S3 server, for any number of services at once. The server may be away when
 * this opens, and again later; requests then fail within 2.5 s. @throws StartFault for wrong keys
 */
export async function openS3Blobs(options: S3Options): Promise<S3Blobs> {
  const bucket = await openBucket(options);
  const reader = new Reader(bucket);
  return {
    async adopt(staged, sha256) {
      const key = newGeneration(sha256);
      await putStaged(bucket, staged, key);
      const [latest, ...older] = await generations(bucket, sha256);
      const own = [latest, ...older].find((generation) => generation?.key === key);
      if (own && own.size !== staged.size) {
        await bucket.remove([key]);
        throw new Error(`${own.size} of ${staged.size} bytes were stored`);
      }
      await bucket.remove(older.map((generation) => generation.key));
      return false;
    },
    size: async (sha256) => (await reader.find(sha256))?.size,
    read: async (sha256, range) =>
      Readable.from(await reader.chunks(sha256, range), { objectMode: false }),
    async pipe(sha256, begin, range) {
      const chunks = await reader.chunks(sha256, range, RESTART_MS);
      return pipeChunks(chunks, begin());
    },
    async *list() {
      let last: Generation | undefined;
      for await (const object of bucket.list(BLOBS_PREFIX, SWEEP_MS)) {
        const next = generationOf(object);
        if (!next) continue;
        if (last && last.sha256 !== next.sha256) yield last;
        if (last?.sha256 !== next.sha256 || next.adoptedAt > last.adoptedAt) last = next;
      }
      if (last) yield last;
      await endAbandoned(bucket, BLOBS_PREFIX, Date.now() - ABANDONED_MS);
    },
    async remove(sha256, unlessAdoptedSince = Infinity) {
      const found = await generations(bucket, sha256);
      if (!found[0] || found[0].adoptedAt >= unlessAdoptedSince) return false;
      await bucket.remove(found.map(({ key }) => key));
      return true;
    },
    state: () => bucket.server.state(),
    close: () => bucket.close(),
  };
}

/** So many generations are opened, each of which may have been replaced before it was. */
const TRIES = 10;

/** Reads blobs; a generation that another service has replaced is looked for again. */
class Reader {
  private readonly known = new LRUCache<string, Generation>({ max: REMEMBERED });

  constructor(private readonly bucket: Bucket) {}

  async find(sha256: string): Promise<Generation | undefined> {
    const [latest] = await generations(this.bucket, sha256);
    if (!latest) this.known.delete(sha256);
    if (latest) this.known.set(sha256, latest);
    return latest;
  }

  /** Fails at once where there is no such blob. */
  async chunks(sha256: string, range?: ByteRange, patienceMs?: number) {
    const { size } = await this.existing(sha256);
    const part = range ?? { start: 0, end: size - 1 };
    const open = (rest: ByteRange) => this.open(sha256, rest);
    return resumed(open, await open(part), { ...part, patienceMs });
  }

  private async open(sha256: string, range: ByteRange): Promise<Readable> {
    for (let tries = 0; tries < TRIES; tries++) {
      const { key } = await this.existing(sha256);
      try {
        return await this.bucket.open(key, range);
      } catch (fault) {
        if (!(fault instanceof NoSuchObject)) throw fault;
        this.known.delete(sha256);
      }
    }
    return refuse('unavailable');
  }

  /** The one that is known, else the latest. */
  private async existing(sha256: string): Promise<Generation> {
    const found = this.known.get(sha256) ?? (await this.find(sha256));
    if (!found) throw new MissingBlob(sha256);
    return found;
  }
}
