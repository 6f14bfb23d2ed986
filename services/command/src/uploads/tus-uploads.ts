import { randomUUID } from 'node:crypto';
import type { FinishedUpload, Uploads } from '@feusa/adapters/uploads/port';
import type { UploadRecord } from '@feusa/adapters/uploads/staging-port';
import { refuse } from '@feusa/contracts/refusals';
import { adopt, conclude } from './conclude.js';
import { isProgramName } from './file-name.js';
import { checkImage } from './image-check.js';
import { receive, type Body, type Target } from './receive.js';
import { TusFault } from './tus-fault.js';
import { sweep, type Swept } from './sweep.js';
import type { UploadPorts } from './upload-limits.js';
import { UploadLocks, type Lease } from './upload-locks.js';

/** What a new upload says of itself: a clean `name`, `length` in bytes, `metadata` as it came. */
export type Announced = Pick<UploadRecord, 'owner' | 'name' | 'metadata' | 'length'>;

/** How an upload stands: `offset` is the number of bytes that are safe. */
export interface Standing extends Pick<UploadRecord, 'id' | 'length' | 'metadata'> {
  readonly offset: number;
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Uploads from their announcement to the finished blob. */
export class TusUploads implements Uploads {
  private readonly locks: UploadLocks;
  private closed = false;

  constructor(private readonly ports: UploadPorts) {
    this.locks = new UploadLocks(ports.limits.stalledMs);
  }

  get maxBytes(): number {
    return this.ports.limits.maxBytes;
  }

  /**
   * Begins an upload, with its first or all its bytes. Nothing is left of one whose first request fails,
   * because its sender never learned the id.
   */
  async create(announced: Announced, body?: Body): Promise<Standing> {
    const { length, name } = announced;
    const { maxBytes } = this;
    if (length === 0) refuse('upload/empty');
    if (Math.max(length, body?.contentLength ?? 0) > maxBytes) {
      refuse('upload/too-large', { maxBytes });
    }
    if (isProgramName(name)) refuse('upload/type-not-allowed');
    await this.refuseWhenFull();
    const record: UploadRecord = { id: randomUUID(), ...announced };
    if (body) return this.alone(record.id, (lease) => this.begin(record, body, lease));
    await this.ports.staging.save(record);
    await this.ports.staging.sync(record.id, 'record');
    return standing(record, 0);
  }

  /** Appends to an upload. @throws TusFault 409 where `at` is not its offset, 423 while another writes */
  async append(id: string, owner: string, at: number, body: Body): Promise<Standing> {
    await this.live(id, owner);
    return this.alone(id, async (lease) => {
      const record = await this.live(id, owner);
      if (at !== (await this.restored(record))) throw new TusFault('upload/offset-conflict');
      if (record.finished) return body.contentLength ? refuse('upload/too-large') : whole(record);
      await this.refuseWhenFull();
      return standing(record, await this.write(record, body, { at, lease }));
    });
  }

  async status(id: string, owner: string): Promise<Standing> {
    const record = await this.live(id, owner);
    if (record.finished) return whole(record);
    await this.locks.settle(id);
    const size = await this.ports.staging.size(id);
    if (size === record.length && !this.locks.isHeld(id)) await this.finish(id, owner);
    return standing(record, Math.min(size, record.unverifiedFrom ?? size));
  }

  /** Ends an upload for good; another request that is sending it stops. */
  async end(id: string, owner: string): Promise<void> {
    await this.live(id, owner);
    const lease = await this.locks.take(id, true);
    try {
      await this.ports.staging.save({ ...(await this.live(id, owner)), ended: true });
      await this.ports.staging.discard(id);
    } finally {
      lease.free();
    }
  }

  async finished(id: string, owner: string): Promise<FinishedUpload> {
    const record = await this.find(id, owner);
    if (record.ended) return refuse('upload/not-found');
    const settled = record.finished && (await this.ports.staging.size(id)) === 0;
    const finished = settled ? record.finished : await this.finish(id, owner);
    if (!finished) return refuse('upload/unfinished');
    if (Date.now() - finished.at > this.ports.limits.maxAgeMs) return refuse('upload/not-found');
    const { name, length: size } = record;
    return { id, owner, name, size, blob: finished.blob, mediaType: finished.mediaType };
  }

  async finishedImage(id: string, owner: string): Promise<FinishedUpload> {
    const upload = await this.finished(id, owner);
    await checkImage(upload, this.ports.blobs);
    return upload;
  }

  /** Removes what nobody came back for; `now` is in ms. */
  sweep(now: number): Promise<Swept> {
    const isHeld = (id: string) => this.locks.isHeld(id);
    return sweep({ ...this.ports, isHeld }, { now, maxAgeMs: this.ports.limits.maxAgeMs });
  }

  get log(): UploadPorts['log'] {
    return this.ports.log;
  }

  /** Lets every sender go with what it has brought. */
  async close(): Promise<void> {
    this.closed = true;
    await this.locks.releaseAll();
  }

  private async begin(record: UploadRecord, body: Body, lease: Lease): Promise<Standing> {
    try {
      return standing(record, await this.write(record, body, { at: 0, lease }));
    } catch (fault) {
      await this.ports.staging.forget(record.id);
      throw fault;
    }
  }

  private async write(found: UploadRecord, body: Body, target: Target): Promise<number> {
    const { staging } = this.ports;
    const record = { ...found };
    delete record.unverifiedFrom;
    const { size, interrupted } = await receive(this.ports, record, body, target);
    if (size === record.length) {
      await conclude(this.ports, record);
      return size;
    }
    await staging.save(record);
    await staging.sync(record.id, 'all');
    if (interrupted) throw interrupted;
    return size;
  }

  /**
   * Concludes an upload that was cut off when it had all its bytes.
   * Undefined where it has not, or is being sent.
   */
  private async finish(id: string, owner: string): Promise<UploadRecord['finished']> {
    if (this.locks.isHeld(id)) return undefined;
    return this.alone(id, async () => {
      const record = await this.live(id, owner);
      if (record.finished) return adopt(this.ports, id, record.finished);
      const size = await this.restored(record);
      return size === record.length ? conclude(this.ports, record) : undefined;
    });
  }

  /** The size of an upload, after what a killed process left unverified is cut off. */
  private async restored({ id, length, finished, unverifiedFrom }: UploadRecord): Promise<number> {
    if (finished) return length;
    if (unverifiedFrom !== undefined) await this.ports.staging.cut(id, unverifiedFrom);
    return this.ports.staging.size(id);
  }

  private async alone<T>(id: string, work: (lease: Lease) => Promise<T>): Promise<T> {
    if (this.closed) throw new TusFault('upload/interrupted');
    const lease = await this.locks.take(id);
    try {
      return await work(lease);
    } finally {
      lease.free();
    }
  }

  /** Somebody else's upload is no upload. */
  private async find(id: string, owner: string): Promise<UploadRecord> {
    const record = ID.test(id) ? await this.ports.staging.find(id) : undefined;
    return record?.owner === owner ? record : refuse('upload/not-found');
  }

  private async live(id: string, owner: string): Promise<UploadRecord> {
    const record = await this.find(id, owner);
    if (record.ended) throw new TusFault('upload/ended');
    return record;
  }

  private async refuseWhenFull(): Promise<void> {
    const { free, total } = await this.ports.staging.space();
    const { leaveFreeBytes, leaveFreePart } = this.ports.limits;
    if (free < leaveFreeBytes || free < total * leaveFreePart) refuse('upload/storage-full');
  }
}

const standing = ({ id, length, metadata }: UploadRecord, offset: number): Standing => ({
  id,
  offset,
  length,
  metadata,
});
const whole = (record: UploadRecord): Standing => standing(record, record.length);
