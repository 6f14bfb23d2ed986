import { randomUUID } from 'node:crypto';
import type { Bucket, Condition } from '../s3/bucket.js';
import { NoSuchObject, ObjectChanged } from '../s3/faults.js';
import { Overtaken, type UploadRecord } from './staging-port.js';

export const UPLOADS_PREFIX = 'uploads/';

/** One object of bytes, `uploads/{id}/{name}`; its name is never given twice. */
export interface Chunk {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
}

/** All that is known of an upload. Its bytes are those of its chunks, in their order, and no others. */
export interface State {
  readonly record: UploadRecord;
  readonly chunks: readonly Chunk[];
}

export const folderOf = (id: string): string => `${UPLOADS_PREFIX}${id}/`;
export const chunkKey = (id: string, { name }: Chunk): string => `${folderOf(id)}${name}`;
const keyOf = (id: string) => `${folderOf(id)}state.json`;

export const sizeOf = (chunks: readonly Chunk[]): number =>
  chunks.reduce((size, chunk) => size + chunk.size, 0);

/**
 * The states of uploads, each one object that is only ever replaced by who knows its present tag. A
 * record's `revision` is that tag, so every change is made on exactly the state that it was decided on.
 */
export class States {
  constructor(private readonly bucket: Bucket) {}

  async load(id: string): Promise<State | undefined> {
    try {
      return await this.read(id);
    } catch (fault) {
      if (fault instanceof NoSuchObject) return undefined;
      throw fault;
    }
  }

  /** The state that a record was read in; a record that was never stored has no bytes. @throws Overtaken */
  async of(record: UploadRecord): Promise<State> {
    if (record.revision === undefined) return { record, chunks: [] };
    const state = await this.load(record.id);
    if (state?.record.revision !== record.revision) throw new Overtaken();
    return { ...state, record };
  }

  /** Replaces the state that the record was read in, or stores the first. @throws Overtaken */
  async store({ record, chunks }: State): Promise<State> {
    const { revision, ...rest } = record;
    const write = randomUUID();
    const condition: Condition = revision === undefined ? { ifNone: true } : { ifMatch: revision };
    const text = JSON.stringify({ record: rest, chunks, write });
    try {
      const tag = await this.bucket.put(keyOf(record.id), text, condition);
      return { record: { ...rest, revision: tag }, chunks };
    } catch (fault) {
      if (!(fault instanceof ObjectChanged || fault instanceof NoSuchObject)) throw fault;
      return this.ownWrite(record.id, write);
    }
  }

  /** Says whether it is gone; given a revision, it is removed in that state only. */
  async remove(id: string, revision?: string): Promise<boolean> {
    if (revision !== undefined) return this.bucket.removeIf(keyOf(id), revision);
    await this.bucket.remove([keyOf(id)]);
    return true;
  }

  /** A write whose answer was lost is sent again, and then finds itself there already. */
  private async ownWrite(id: string, write: string): Promise<State> {
    const found = await this.read(id).catch((fault: unknown) => {
      if (!(fault instanceof NoSuchObject)) throw fault;
    });
    if (found?.write !== write) throw new Overtaken();
    return found;
  }

  private async read(id: string): Promise<State & { readonly write: string }> {
    const { bytes, tag } = await this.bucket.read(keyOf(id));
    const state = JSON.parse(bytes.toString()) as State & { readonly write: string };
    return { ...state, record: { ...state.record, revision: tag } };
  }
}
