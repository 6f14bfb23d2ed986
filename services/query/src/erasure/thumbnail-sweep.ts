import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Consumer } from '@feusa/event-log/subscription/port';
import type { EventStore } from '@feusa/event-log/store/port';
import type { BlobReferences } from '@feusa/files/uploads/port';
import type { StoredEvent } from '@feusa/contracts/events';

const BLOB = /^[0-9a-f]{64}/;

/**
 * Removes thumbnails and previews of bytes that nothing refers to any more, when somebody is erased or something is
 * removed for good.
 */
export class ThumbnailSweep implements Consumer {
  readonly name = 'thumbnail-sweep';
  private reached: number | undefined;

  constructor(
    private readonly dirs: readonly string[],
    private readonly isReferenced: BlobReferences,
    private readonly store: Pick<EventStore, 'head'>,
  ) {}

  /** Once for everybody who was erased before. */
  async checkpoint(): Promise<number> {
    if (this.reached === undefined) {
      const { position } = await this.store.head();
      await this.sweepAll();
      this.reached = position;
    }
    return this.reached;
  }

  async handle(events: readonly StoredEvent[]): Promise<void> {
    if (events.some((event) => isErasure(event))) await this.sweepAll();
    this.reached = events.at(-1)?.position ?? this.reached;
  }

  private async sweepAll(): Promise<void> {
    for (const dir of this.dirs) await this.sweep(dir);
  }

  private async sweep(dir: string): Promise<void> {
    const files = await readdir(dir).catch(() => []);
    const blobs = [...new Set(files.flatMap((file) => BLOB.exec(file)?.[0] ?? []))];
    if (blobs.length === 0) return;
    const referenced = await this.isReferenced(blobs);
    for (const file of files) {
      const blob = BLOB.exec(file)?.[0];
      if (blob && !referenced.has(blob)) await rm(path.join(dir, file), { force: true });
    }
  }
}

function isErasure(event: StoredEvent): boolean {
  try {
    return event.type === 'PersonErased' || event.type.endsWith('Purged');
  } catch {
    return false;
  }
}
