import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Reserved } from '@feusa/files/uploads/port';
import type { UploadRecord } from '@feusa/files/uploads/staging-port';
import { DataStore, Metadata, Upload, type Locker } from '@tus/server';
import { refuse } from '@feusa/contracts/refusals';
import { cleanFileName, isProgramName } from './file-name.js';
import { receive, type Body } from './receive.js';
import { badHeader, TusFault } from './tus-fault.js';
import { metadataIn } from './tus-headers.js';
import type { TusUploads } from './tus-uploads.js';
import { insist, liveUpload, restored, verifiedSize } from './upload-repository.js';
import type { Lease } from './upload-locks.js';
import type { UploadPorts } from './upload-limits.js';

interface RequestedUpload extends Pick<UploadRecord, 'id' | 'owner' | 'name' | 'length'> {
  /** Of the first request's body, in bytes. */
  readonly contentLength: number;
}

/**
 * Promises room to an upload, or refuses it before any of its bytes. Until it is ended or used the
 * promise counts against its owner.
 * @throws Refusal `upload/…`
 */
async function admit(ports: UploadPorts, wanted: RequestedUpload): Promise<void> {
  const { id, owner, name, length: bytes, contentLength } = wanted;
  const { maxBytes, share } = ports.limits;
  if (bytes === 0) refuse('upload/empty');
  if (Math.max(bytes, contentLength) > maxBytes) refuse('upload/too-large', { maxBytes });
  if (isProgramName(name)) refuse('upload/type-not-allowed');
  const outcome = await ports.reservations.reserve({ id, owner, bytes }, share);
  if (outcome === 'too-many') refuse('upload/too-many', { most: share.uploads, retryAfter: 60 });
  if (outcome === 'too-large') refuse('upload/quota', { maxBytes: share.bytes });
  await requireRoom(ports, outcome).catch(async (fault: unknown) => {
    await ports.reservations.release(id);
    throw fault;
  });
}

/** Whether what was promised to all fits on the disk. @throws Refusal `upload/storage-full` */
async function requireRoom(
  { room, reservations, staging }: UploadPorts,
  { promised }: Reserved,
): Promise<void> {
  const left = await room.left();
  if (promised <= left) return;
  const all = await reservations.unfinished();
  let missing = all.reduce((sum, { bytes }) => sum + bytes, 0) - left;
  for (const { id } of all) {
    if (missing <= 0) return;
    missing -= await staging.size({ id });
  }
  if (missing > 0) refuse('upload/storage-full');
}

/** A request of a person who may make it. */
export interface UploadRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** Of the upload; a creation has none yet. */
  readonly id: string;
  readonly owner: string;
  readonly body: Body | undefined;
}

/**
 * What the protocol stands on for one request: the uploads as the person who asks may see them. The
 * bytes go from the connection into the staging, past the streams of the protocol's library.
 */
export class Exchange extends DataStore {
  override extensions = ['creation', 'creation-with-upload', 'termination', 'checksum'];
  private record: UploadRecord | undefined;
  private lease: Lease | undefined;

  constructor(
    private readonly uploads: TusUploads,
    private readonly asked: UploadRequest,
  ) {
    super();
  }

  /** One writer at a time. Who only asks how an upload stands waits a little for a writer to end. */
  readonly locker: Locker = {
    newLock: (id) => ({
      lock: async () => {
        const { locks } = this.uploads;
        if (this.asked.method === 'HEAD') return locks.settle(id);
        this.uploads.requireOpen();
        this.lease = await locks.take(id, this.asked.method === 'DELETE');
      },
      unlock: () => Promise.resolve(this.lease?.free()),
    }),
  };

  /** `Upload-Metadata` as it came with the creation. */
  get metadata(): string {
    return this.record?.metadata ?? '';
  }

  /** Whether the upload is there for this person. @throws TusFault 410; Refusal `upload/not-found` */
  async find(): Promise<void> {
    await liveUpload(this.staging, this.asked.id, this.asked.owner);
  }

  /** @throws Refusal `upload/…`; TusFault 400 */
  async admit({ id, size: length = 0, metadata: values = {} }: Upload): Promise<void> {
    const { owner, headers, body } = this.asked;
    const metadata = metadataIn(headers);
    if (Metadata.stringify(values) !== metadata) throw badHeader('Upload-Metadata');
    const record = { id, owner, name: cleanFileName(values['filename'] ?? ''), metadata, length };
    await admit(this.uploads.ports, { ...record, contentLength: body?.contentLength ?? 0 });
    this.record = record;
  }

  /** Leaves nothing of a creation that failed, because its sender never learned the id. */
  async undo(): Promise<void> {
    if (this.asked.method !== 'POST' || !this.record) return;
    await this.staging.forget(this.record.id).catch(() => undefined);
    await this.uploads.ports.reservations.release(this.record.id).catch(() => undefined);
  }

  /** An upload that comes with bytes is first stored with them. */
  override async create(upload: Upload): Promise<Upload> {
    if (!this.record || this.asked.body) return upload;
    this.record = await this.staging.save(this.record);
    await this.staging.sync(upload.id);
    return upload;
  }

  /** One that was cut off when it had all its bytes is concluded by who asks for it. */
  override async getUpload(id: string): Promise<Upload> {
    const { owner } = this.asked;
    const record = await liveUpload(this.staging, id, owner);
    const offset = await verifiedSize(this.staging, record);
    const isLeft = !this.lease && !record.finished && offset === record.length;
    if (isLeft) await this.uploads.finish(id, owner);
    this.record = record;
    return new Upload({ id, size: record.length, offset });
  }

  override async write(stream: Readable, _id: string, at: number): Promise<number> {
    stream.resume();
    const { record, lease } = this;
    const { body } = this.asked;
    if (!record || !lease || !body) throw new TusFault('upload/interrupted');
    if (record.finished) return at;
    return receive(this.uploads.ports, await restored(this.staging, record), body, { at, lease });
  }

  /** Ends an upload for good; another request that was sending it has stopped. */
  override async remove(id: string): Promise<void> {
    await insist(async () => {
      const record = await liveUpload(this.staging, id, this.asked.owner);
      await this.staging.discard(await this.staging.save({ ...record, ended: true }));
    });
    await this.uploads.ports.reservations.release(id);
  }

  private get staging() {
    return this.uploads.ports.staging;
  }
}
