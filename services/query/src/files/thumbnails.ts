import { memoryBounds } from '@feusa/contracts/memory-bounds';
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { OWN_DIRECTORY, OWN_FILE } from '@feusa/platform/own-files';
import type { Blobs } from '@feusa/files/blobs/port';
import type { BlobReferences } from '@feusa/files/uploads/port';
import { fileBounds } from '@feusa/contracts/bounds';
import { Refusal, refuse } from '@feusa/contracts/refusals';
import { NewestFirst } from '@feusa/platform/newest-first';
import { ThumbnailMaker } from '@feusa/files/thumbnail/maker';
import type { ServedFile } from './lookup.js';

const TYPES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
const MOST_BYTES = fileBounds.pictureSize.value;
const REMEMBERED_FAULTS = memoryBounds.badPictures.value;

/** Small WebP pictures of stored images, made at their first request and kept in a directory. */
export class Thumbnails {
  private readonly queue = new NewestFirst<Buffer>(
    fileBounds.pictures.value,
    fileBounds.picturesWaiting.value,
  );
  private readonly maker = new ThumbnailMaker();
  private readonly faults = new Map<string, Refusal>();

  constructor(
    private readonly dir: string,
    private readonly blobs: Blobs,
    private readonly isReferenced: BlobReferences,
  ) {}

  /**
   * The bytes of a thumbnail, as its maker describes it; undefined once `gone` says that nobody waits for it.
   * @throws Refusal `file/not-found` where there can be none, `image/too-large`, `image/unreadable`, `busy`
   */
  async of(file: ServedFile, size: number, gone: AbortSignal): Promise<Buffer | undefined> {
    if (!TYPES.has(file.mediaType)) return refuse('file/not-found');
    const kept = path.join(this.dir, `${file.blob}-${size}.webp`);
    const found = await readFile(kept).catch(() => undefined);
    if (found && found.length > 0) return found;
    const known = this.faults.get(file.blob);
    if (known) throw known;
    return this.queue.ask(kept, () => this.make(file, size, kept), gone);
  }

  onModuleDestroy(): void {
    this.maker.close();
  }

  private async make({ blob }: ServedFile, size: number, kept: string): Promise<Buffer> {
    try {
      if (((await this.blobs.size(blob)) ?? 0) > MOST_BYTES) refuse('image/too-large');
      const made = await this.maker.make(await buffer(await this.blobs.read(blob)), size);
      await this.keep(kept, made, blob);
      return made;
    } catch (fault) {
      if (fault instanceof Refusal && fault.status < 500) this.remember(blob, fault);
      throw fault;
    }
  }

  /**
   * A thumbnail that cannot be kept is still shown. Of somebody who was erased while it was made none is
   * kept: what the sweep came too early for is seen here, as the log is asked once it stands there.
   */
  private async keep(kept: string, made: Buffer, blob: string): Promise<void> {
    const fresh = `${kept}.${randomUUID()}`;
    try {
      await mkdir(this.dir, OWN_DIRECTORY);
      await writeFile(fresh, made, OWN_FILE);
      await rename(fresh, kept);
      if (!(await this.isReferenced([blob])).has(blob)) await rm(kept, { force: true });
    } catch {
      for (const file of [fresh, kept]) await rm(file, { force: true }).catch(() => undefined);
    }
  }

  private remember(blob: string, fault: Refusal): void {
    const [oldest] = this.faults.keys();
    if (this.faults.size >= REMEMBERED_FAULTS && oldest) this.faults.delete(oldest);
    this.faults.set(blob, fault);
  }
}
