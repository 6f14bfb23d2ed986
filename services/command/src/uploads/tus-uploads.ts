import { randomUUID } from 'node:crypto';
import type { FinishedUpload, Uploads } from '@feusa/files/uploads/port';
import { Overtaken, type Staging, type UploadRecord } from '@feusa/files/uploads/staging-port';
import { refuse } from '@feusa/contracts/refusals';
import { admit } from './admission.js';
import { adopt, conclude } from './conclude.js';
import { checkImage } from './image-check.js';
import type { Body } from './receive.js';
import { TusFault } from './tus-fault.js';
import { sweep, type Swept } from './sweep.js';
import type { UploadPorts } from './upload-limits.js';
import {
  findUpload,
  insist,
  liveUpload,
  restored,
  standing,
  verifiedSize,
  type Standing,
} from './upload-book.js';
import { write } from './write.js';
import { UploadLocks, type Lease } from './upload-locks.js';

/** What a new upload says of itself: a clean `name`, `length` in bytes, `metadata` as it came. */
export type Announced = Pick<UploadRecord, 'owner' | 'name' | 'metadata' | 'length'>;

/** Uploads from their announcement to the finished blob. */
export class TusUploads implements Uploads {
  private readonly locks: UploadLocks;
  private readonly staging: Staging;
  private closed = false;

  constructor(private readonly ports: UploadPorts) {
    this.locks = new UploadLocks(ports.limits.stalledMs);
    this.staging = ports.staging;
  }

  get maxBytes(): number {
    return this.ports.limits.maxBytes;
  }

  /**
   * Begins an upload, with its first or all its bytes. Nothing is left of one whose first request fails,
   * because its sender never learned the id.
   */
  async create(announced: Announced, body?: Body): Promise<Standing> {
    const record: UploadRecord = { id: randomUUID(), ...announced };
    await admit(this.ports, { ...record, contentLength: body?.contentLength ?? 0 });
    try {
      if (body) return await this.alone(record.id, (lease) => this.begin(record, body, lease));
      await this.staging.save(record);
      await this.staging.sync(record.id, 'record');
      return standing(record, 0);
    } catch (fault) {
      await this.staging.forget(record.id).catch(() => undefined);
      await this.ports.reservations.release(record.id).catch(() => undefined);
      throw fault;
    }
  }

  /** Appends to an upload. @throws TusFault 409 where `at` is not its offset, 423 while another writes */
  async append(id: string, owner: string, at: number, body: Body): Promise<Standing> {
    await liveUpload(this.staging, id, owner);
    return this.alone(id, async (lease) => {
      const found = await liveUpload(this.staging, id, owner);
      if (at !== (await verifiedSize(this.staging, found))) {
        throw new TusFault('upload/offset-conflict');
      }
      if (found.finished) return body.contentLength ? refuse('upload/too-large') : whole(found);
      const record = await restored(this.staging, found);
      return standing(record, await write(this.ports, record, body, { at, lease }));
    });
  }

  async status(id: string, owner: string): Promise<Standing> {
    await liveUpload(this.staging, id, owner);
    await this.locks.settle(id);
    const record = await liveUpload(this.staging, id, owner);
    if (record.finished) return whole(record);
    const size = await verifiedSize(this.staging, record);
    if (size === record.length) await this.finish(id, owner);
    return standing(record, size);
  }

  /** Ends an upload for good; another request that is sending it stops. */
  async end(id: string, owner: string): Promise<void> {
    await liveUpload(this.staging, id, owner);
    const lease = await this.locks.take(id, true);
    try {
      await insist(async () => {
        const record = await liveUpload(this.staging, id, owner);
        await this.staging.discard(await this.staging.save({ ...record, ended: true }));
      });
      await this.ports.reservations.release(id);
    } finally {
      lease.free();
    }
  }

  async finished(id: string, owner: string): Promise<FinishedUpload> {
    const record = await findUpload(this.staging, id, owner);
    if (record.ended) return refuse('upload/not-found');
    const settled = record.finished && (await this.staging.size(id)) === 0;
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
    return standing(record, await write(this.ports, record, body, { at: 0, lease }));
  }

  /**
   * Concludes an upload that was cut off when it had all its bytes.
   * Undefined where it has not, or is being sent.
   */
  private async finish(id: string, owner: string): Promise<UploadRecord['finished']> {
    if (this.locks.isHeld(id)) return undefined;
    return this.alone(id, () =>
      insist(async () => {
        const record = await liveUpload(this.staging, id, owner);
        const { finished } = record;
        if (finished) return adopt(this.ports, { ...record, finished });
        const size = await verifiedSize(this.staging, record);
        return size === record.length ? conclude(this.ports, record) : undefined;
      }),
    );
  }

  private async alone<T>(id: string, work: (lease: Lease) => Promise<T>): Promise<T> {
    if (this.closed) throw new TusFault('upload/interrupted');
    const lease = await this.locks.take(id);
    try {
      return await work(lease);
    } catch (fault) {
      throw fault instanceof Overtaken ? new TusFault('upload/locked') : fault;
    } finally {
      lease.free();
    }
  }
}

const whole = (record: UploadRecord): Standing => standing(record, record.length);
