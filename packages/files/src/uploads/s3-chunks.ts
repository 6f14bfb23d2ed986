import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ByteRange } from '../blobs/port.js';
import type { Bucket } from '@feusa/platform/s3/bucket';
import { NoSuchObject } from '@feusa/platform/s3/faults';
import { chunkKey, type Chunk } from './s3-keys.js';
import type { State, States } from './s3-states.js';
import { StaleWrite } from './staging-port.js';

/** The least that S3 takes as a part of a larger object, in bytes. */
export const CHUNK_BYTES = 5 * 1024 * 1024;

/**
 * The bytes of uploads. All chunks of an upload but its last have at least `CHUNK_BYTES`, so that they
 * can become one blob without being read; a smaller last one is put together with what follows.
 */
export class Chunks {
  constructor(
    private readonly bucket: Bucket,
    private readonly states: States,
  ) {}

  /** Appends bytes, and answers with the state that has them. @throws StaleWrite */
  async append(state: State, batch: readonly Buffer[]): Promise<State> {
    const { id } = state.record;
    const last = state.chunks.at(-1);
    const tail = last && last.size < CHUNK_BYTES ? last : undefined;
    const kept = tail ? state.chunks.slice(0, -1) : state.chunks;
    const bytes = Buffer.concat(tail ? [await this.read(id, tail), ...batch] : batch);
    const next = await this.replace(state, kept, bytes);
    if (tail) await this.remove(id, [tail]);
    return next;
  }

  /** Cuts the bytes back to this size. @throws StaleWrite */
  async cut(state: State, size: number): Promise<State> {
    const { id } = state.record;
    const kept: Chunk[] = [];
    let left = size;
    for (const chunk of state.chunks) {
      if (chunk.size > left) break;
      kept.push(chunk);
      left -= chunk.size;
    }
    const [broken, ...rest] = state.chunks.slice(kept.length);
    if (!broken) return state;
    const start = left > 0 ? await this.read(id, broken, { start: 0, end: left - 1 }) : undefined;
    const next = await this.replace(state, kept, start);
    await this.remove(id, [broken, ...rest]);
    return next;
  }

  /** At most `length` bytes from `start` on. */
  async bytes({ record, chunks }: State, start: number, length: number): Promise<Buffer> {
    const found: Buffer[] = [];
    let at = 0;
    for (const chunk of chunks) {
      const from = Math.max(0, start - at);
      const to = Math.min(chunk.size, start + length - at);
      if (from < to) found.push(await this.read(record.id, chunk, { start: from, end: to - 1 }));
      at += chunk.size;
    }
    return Buffer.concat(found);
  }

  /** All bytes, one chunk at a time in memory. */
  stream({ record, chunks }: State): Readable {
    const read = (chunk: Chunk) => this.read(record.id, chunk);
    return Readable.from(oneByOne(chunks, read), { objectMode: false, highWaterMark: 1 });
  }

  /** Removes chunks that no state has any more; one that stays goes with its upload. */
  async remove(id: string, chunks: readonly Chunk[]): Promise<void> {
    const keys = chunks.map((chunk) => chunkKey(id, chunk));
    await this.bucket.remove(keys).catch(() => undefined);
  }

  private async replace(state: State, kept: readonly Chunk[], bytes?: Buffer): Promise<State> {
    if (!bytes) return this.states.store({ ...state, chunks: kept });
    const { id } = state.record;
    const chunk = { name: randomUUID(), size: bytes.length };
    await this.bucket.put(chunkKey(id, chunk), bytes);
    try {
      return await this.states.store({ ...state, chunks: [...kept, chunk] });
    } catch (fault) {
      if (fault instanceof StaleWrite) await this.remove(id, [chunk]);
      throw fault;
    }
  }

  /** Another process that has cut or finished the upload has removed what it did not need. */
  private async read(id: string, chunk: Chunk, range?: ByteRange): Promise<Buffer> {
    const all = { start: 0, end: chunk.size - 1 };
    try {
      return await this.bucket.read(chunkKey(id, chunk), range ?? all);
    } catch (fault) {
      throw fault instanceof NoSuchObject ? new StaleWrite() : fault;
    }
  }
}

async function* oneByOne(chunks: readonly Chunk[], read: (chunk: Chunk) => Promise<Buffer>) {
  for (const chunk of chunks) yield await read(chunk);
}
