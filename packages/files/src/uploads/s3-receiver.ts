import type { Readable } from 'node:stream';
import { receiveStream } from './receive.js';
import { Meter } from './meter.js';
import type { RunningHashes } from './running-hashes.js';
import { CHUNK_BYTES, type Chunks } from './s3-chunks.js';
import { sizeOf } from './s3-keys.js';
import type { State, States } from './s3-states.js';
import {
  StaleWrite,
  type Received,
  type ReceiveOptions,
  type UploadRecord,
} from './staging-port.js';

const GATHER_ALL = 64 << 20;
const GATHER_LEAST = 1 << 20;

/** Bytes of an upload never change while its last chunk is the same: chunks are cut from the end only. */
export const hashName = ({ record, chunks }: State): string =>
  `${record.id}/${chunks.at(-1)?.name ?? ''}`;

/** Takes streams in, as chunks. Few at once get large ones; many share a bounded part of the memory. */
export class S3Receiver {
  private receiving = 0;

  constructor(
    private readonly states: States,
    private readonly chunks: Chunks,
    private readonly hashes: RunningHashes,
  ) {}

  async receive(
    record: UploadRecord,
    source: Readable,
    options: ReceiveOptions,
  ): Promise<Received> {
    this.receiving += 1;
    try {
      return await this.append(await this.claim(record, options.at), source, options);
    } finally {
      this.receiving -= 1;
    }
  }

  /** From the new revision on, no earlier writer can add anything. */
  private async claim(record: UploadRecord, at: number): Promise<State> {
    const state = await this.states.of(record);
    if (sizeOf(state.chunks) !== at) throw new StaleWrite();
    return record.revision === undefined ? state : this.states.store(state);
  }

  private async append(found: State, source: Readable, options: ReceiveOptions): Promise<Received> {
    const { at, limit, pace, signal, checksum, onBytes } = options;
    let state = found;
    onBytes?.(0);
    const meter = new Meter(at, this.hashes.upTo(hashName(state), at), checksum);
    const end = await receiveStream(source, {
      ...{ limit, pace, signal },
      gather: Math.max(GATHER_LEAST, Math.min(CHUNK_BYTES, GATHER_ALL / this.receiving)),
      onChunk(chunk) {
        meter.pass(chunk);
        onBytes?.(chunk.length);
      },
      write: async (batch) => {
        const before = sizeOf(state.chunks);
        state = await this.chunks.append(state, batch);
        onBytes?.(0);
        return sizeOf(state.chunks) - before;
      },
    });
    const size = sizeOf(state.chunks);
    if (meter.whole && meter.size === size) this.hashes.keep(hashName(state), meter.whole, size);
    return { end, size, record: state.record, ...meter.reading() };
  }
}
