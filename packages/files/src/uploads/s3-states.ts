import { memoryBounds } from '@feusa/contracts/memory-bounds';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Bucket } from '@feusa/platform/s3/bucket';
import { NoSuchObject, ObjectExists } from '@feusa/platform/s3/faults';
import { folderOf, isState, stateKey, statesOf, type Chunk } from './s3-keys.js';
import { StaleWrite, type UploadRecord, type UploadState } from './staging-port.js';

const REMEMBERED = memoryBounds.uploads.value;
/** A write that is under way is there, or given up, after so many looks. */
const TRIES = 5;
const UNDER_WAY_MS = 100;

/** All that is known of an upload. Its bytes are those of its chunks, in their order, and no others. */
export interface State {
  readonly record: UploadRecord;
  readonly chunks: readonly Chunk[];
}

/** What is written; `write` tells one attempt from another. The last state of an upload may be `gone`. */
type Stored = ({ readonly gone: true } | State) & { readonly write: string };

/**
 * The states of uploads, each an object of the number that its record has as `revision`. A number is
 * written once, by whoever knows the state before it, and never changed: of all that decide on one
 * state a single one can write the next. So they stay until their upload is forgotten.
 */
export class States {
  private readonly known = new LRUCache<string, Stored>({ max: REMEMBERED });

  constructor(private readonly bucket: Bucket) {}

  /** The latest. */
  async load(id: string): Promise<State | undefined> {
    const key = await this.bucket.first(statesOf(id), isState);
    return key === undefined ? undefined : this.at(key);
  }

  /** The state of a key; undefined where its upload is gone. */
  async at(key: string): Promise<State | undefined> {
    const stored = await this.read(key).catch(ignoreMissing);
    return stored && 'record' in stored ? stored : undefined;
  }

  /** The state that is meant; undefined where it is gone. */
  find({ id, revision }: UploadState): Promise<State | undefined> {
    return revision === undefined ? this.load(id) : this.at(stateKey(id, revision));
  }

  /** The state that a record was read in; a record that was never stored has no bytes. @throws StaleWrite */
  async of(record: UploadRecord): Promise<State> {
    if (record.revision === undefined) return { record, chunks: [] };
    const state = await this.find(record);
    if (!state) throw new StaleWrite();
    return { record, chunks: state.chunks };
  }

  /** Stores the state that follows on the one that its record was read in. @throws StaleWrite */
  async store({ record, chunks }: State): Promise<State> {
    const next = { record: { ...record, revision: after(record) }, chunks };
    await this.create(next.record, { ...next, write: randomUUID() });
    return next;
  }

  /**
   * Removes an upload in this state. That it is gone is the last that is stored of it, so that nobody
   * can go on with it; forgetting it again removes that too. @throws StaleWrite
   */
  async end(record: UploadRecord): Promise<void> {
    const last = { ...record, revision: after(record) };
    await this.create(last, { gone: true, write: randomUUID() });
    await this.clear(record.id, stateKey(last.id, last.revision));
  }

  /** Removes all objects of an upload but one. Says whether there was more than the news that it is gone. */
  async clear(id: string, but?: string): Promise<boolean> {
    const keys: string[] = [];
    for await (const { key } of this.bucket.list(folderOf(id))) keys.push(key);
    const [only, ...more] = keys;
    const wasGone = only !== undefined && more.length === 0 && !(await this.at(only));
    await this.bucket.remove(keys.filter((key) => key !== but));
    return !wasGone;
  }

  private async create({ id, revision = '' }: UploadRecord, stored: Stored): Promise<void> {
    const key = stateKey(id, revision);
    for (let tries = 1; !(await this.wasCreated(key, stored)); tries++) {
      if (tries === TRIES) throw new StaleWrite();
      await sleep(UNDER_WAY_MS);
    }
    this.known.set(key, stored);
  }

  /** False where another write is under way, and nothing is there yet. @throws StaleWrite */
  private async wasCreated(key: string, stored: Stored): Promise<boolean> {
    try {
      await this.bucket.create(key, JSON.stringify(stored));
      return true;
    } catch (fault) {
      if (!(fault instanceof ObjectExists)) throw fault;
      // a write whose answer was lost is sent again, and then finds itself there
      const there = await this.writeAt(key);
      if (there !== undefined && there !== stored.write) throw new StaleWrite();
      return there !== undefined;
    }
  }

  private async writeAt(key: string): Promise<string | undefined> {
    return (await this.read(key).catch(ignoreMissing))?.write;
  }

  private async read(key: string): Promise<Stored> {
    const known = this.known.get(key);
    if (known) return known;
    const bytes = await this.bucket.read(key);
    const stored = JSON.parse(bytes.toString()) as Stored;
    this.known.set(key, stored);
    return stored;
  }
}

const after = ({ revision = '0' }: UploadRecord) => String(Number(revision) + 1);

function ignoreMissing(fault: unknown): undefined {
  if (!(fault instanceof NoSuchObject)) throw fault;
}
