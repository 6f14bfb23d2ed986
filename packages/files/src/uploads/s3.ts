import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { openBucket, type Bucket } from '@feusa/platform/s3/bucket';
import type { S3Options } from '@feusa/platform/s3/bounded-s3';
import { hashName, S3Receiver } from './s3-receiver.js';
import { Chunks } from './s3-chunks.js';
import { chunkKey, sizeOf, idOf, isState, UPLOADS_PREFIX } from './s3-keys.js';
import { States } from './s3-states.js';
import { RunningHashes } from './running-hashes.js';
import { StaleWrite, type Staging, type Staged } from './staging-port.js';

export interface S3Staging extends Staging {
  close(): void;
}

/**
 * Unfinished uploads in a bucket of an S3 server, for any number of services at once: `uploads/{id}/`
 * has the states of an upload and its chunks. A chunk counts from the moment that the latest state
 * names it; what a killed process had in memory, less than 11 MiB, has to be sent again.
 * @throws StartFault where the server ignores the conditions of writes, or refuses the keys
 */
export async function openS3Staging(options: S3Options): Promise<S3Staging> {
  const bucket = await openBucket(options);
  await bucket.requireConditions();
  const states = new States(bucket);
  const chunks = new Chunks(bucket, states);
  const hashes = new RunningHashes();
  const receiver = new S3Receiver(states, chunks, hashes);

  return {
    receive: (record, source, wanted) => receiver.receive(record, source, wanted),
    list: () => listStaged(bucket, states),
    find: async (id) => (await states.load(id))?.record,
    save: async (record) => (await states.store(await states.of(record))).record,
    sync: () => Promise.resolve(),
    size: async (upload) => sizeOf((await states.find(upload))?.chunks ?? []),
    cut: async (record, size) => (await chunks.cut(await states.of(record), size)).record,
    async sha256(upload, size) {
      const state = await states.find(upload);
      if (!state || sizeOf(state.chunks) !== size) throw new StaleWrite();
      const hash = hashes.upTo(hashName(state), size) ?? (await hashOf(chunks.stream(state)));
      return hash.digest('hex');
    },
    async bytes(upload, start, length) {
      const state = await states.find(upload);
      if (!state) throw new StaleWrite();
      const from = start < 0 ? Math.max(0, sizeOf(state.chunks) + start) : start;
      return chunks.bytes(state, from, length);
    },
    async staged(record) {
      const state = await states.of(record);
      const keys = state.chunks.map((chunk) => chunkKey(record.id, chunk));
      return {
        size: sizeOf(state.chunks),
        objects: { bucket: bucket.name, keys },
        read: () => Promise.resolve(chunks.stream(state)),
      };
    },
    async discard(record) {
      const state = await states.of(record);
      if (state.chunks.length === 0) return;
      await states.store({ ...state, chunks: [] });
      await chunks.remove(record.id, state.chunks);
    },
    async forget(id, record) {
      if (!record) return states.clear(id);
      try {
        await states.end(record);
        return true;
      } catch (fault) {
        if (!(fault instanceof StaleWrite)) throw fault;
        return false;
      }
    },
    space: () => Promise.resolve({ free: Infinity, total: Infinity }),
    close: () => bucket.close(),
  };
}

async function hashOf(bytes: Readable) {
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk as Buffer);
  return hash;
}

const SWEEP_MS = 30_000;

interface Found {
  readonly id: string;
  changedAt: number;
  /** Key of the latest state. */
  state?: string;
}

/** Every id that has a record or bytes, with the time of its latest change. */
async function* listStaged(bucket: Bucket, states: States): AsyncIterable<Staged> {
  const staged = async ({ id, changedAt, state }: Found) => {
    const record = state === undefined ? undefined : (await states.at(state))?.record;
    return { id, changedAt, record };
  };
  let found: Found | undefined;
  for await (const { key, changedAt } of bucket.list(UPLOADS_PREFIX, SWEEP_MS)) {
    const id = idOf(key);
    if (found && found.id !== id) yield await staged(found);
    if (found?.id !== id) found = { id, changedAt };
    found.changedAt = Math.max(found.changedAt, changedAt);
    if (isState(key)) found.state ??= key;
  }
  if (found) yield await staged(found);
}
