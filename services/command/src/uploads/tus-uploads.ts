import type { FinishedUpload, Uploads } from '@feusa/files/uploads/port';
import type { Staging, UploadRecord } from '@feusa/files/uploads/staging-port';
import { PhotoChecker } from '@feusa/files/photo/checker';
import { refuse } from '@feusa/contracts/refusals';
import { adopt, conclude } from './conclude.js';
import { checkImage } from './image-check.js';
import { TusFault } from './tus-fault.js';
import { sweep, type Swept } from './sweep.js';
import type { UploadPorts } from './upload-limits.js';
import { findUpload, insist, liveUpload, verifiedSize } from './upload-repository.js';
import { UploadLocks } from './upload-locks.js';

/** Uploads from their announcement to the finished blob. */
export class TusUploads implements Uploads {
  readonly locks: UploadLocks;
  private readonly staging: Staging;
  private closed = false;
  private readonly photos = new PhotoChecker();

  constructor(readonly ports: UploadPorts) {
    this.locks = new UploadLocks(ports.limits.stalledMs);
    this.staging = ports.staging;
  }

  get maxBytes(): number {
    return this.ports.limits.maxBytes;
  }

  /** @throws TusFault 503 where the service is about to stop */
  requireOpen(): void {
    if (this.closed) throw new TusFault('upload/interrupted');
  }

  async finished(id: string, owner: string): Promise<FinishedUpload> {
    const record = await findUpload(this.staging, id, owner);
    if (record.ended) return refuse('upload/not-found');
    const settled = record.finished && (await this.staging.size(record)) === 0;
    const finished = settled ? record.finished : await this.finish(id, owner);
    if (!finished) return refuse('upload/unfinished');
    if (Date.now() - finished.at > this.ports.limits.maxAgeMs) return refuse('upload/not-found');
    const { name, length: size } = record;
    return { id, owner, name, size, blob: finished.blob, mediaType: finished.mediaType };
  }

  async finishedImage(id: string, owner: string): Promise<FinishedUpload> {
    const upload = await this.finished(id, owner);
    return checkImage(upload, this.ports.blobs, this.photos);
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
    this.photos.close();
    await this.locks.releaseAll();
  }

  /**
   * Concludes an upload that was cut off when it had all its bytes.
   * Undefined where it has not, or is being sent.
   */
  async finish(id: string, owner: string): Promise<UploadRecord['finished']> {
    if (this.locks.isHeld(id)) return undefined;
    this.requireOpen();
    const lease = await this.locks.take(id);
    try {
      return await insist(async () => {
        const record = await liveUpload(this.staging, id, owner);
        const { finished } = record;
        if (finished) return adopt(this.ports, { ...record, finished });
        const size = await verifiedSize(this.staging, record);
        return size === record.length ? conclude(this.ports, record) : undefined;
      });
    } finally {
      lease.free();
    }
  }
}
