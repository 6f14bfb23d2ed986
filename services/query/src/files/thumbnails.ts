import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { OWN_DIRECTORY, OWN_FILE } from '@feusa/platform/own-files';
import type { Blobs } from '@feusa/files/blobs/port';
import type { BlobReferences } from '@feusa/files/uploads/port';
import { fileBounds, imageBounds } from '@feusa/contracts/bounds';
import { Refusal, refuse } from '@feusa/contracts/refusals';
import { atMost } from '@feusa/platform/at-most';
import type { ServedFile } from './lookup.js';

const TYPES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
const MOST_PIXELS = imageBounds.pixels.value;
const MOST_BYTES = fileBounds.pictureSize.value;
const REMEMBERED_FAULTS = 1000;

/** Small WebP pictures of stored images, made at their first request and kept in a directory. */
export class Thumbnails {
  private readonly queue = atMost(fileBounds.pictures.value, fileBounds.picturesWaiting.value);
  private readonly underWay = new Map<string, Promise<Buffer>>();
  private readonly faults = new Map<string, Refusal>();

  constructor(
    private readonly dir: string,
    private readonly blobs: Blobs,
    private readonly isReferenced: BlobReferences,
  ) {}

  /**
   * The bytes of a thumbnail, turned the way that the camera was held: 96 is a square cut from the
   * middle, 320 the whole picture in a square of that size (pixels).
   * @throws Refusal `file/not-found` where there can be none, `image/too-large`, `image/unreadable`, `busy`
   */
  async of(file: ServedFile, size: number): Promise<Buffer> {
    if (!TYPES.has(file.mediaType)) return refuse('file/not-found');
    const kept = path.join(this.dir, `${file.blob}-${size}.webp`);
    const found = await readFile(kept).catch(() => undefined);
    if (found && found.length > 0) return found;
    const known = this.faults.get(file.blob);
    if (known) throw known;
    return this.once(kept, () => this.make(file, size, kept));
  }

  private once(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const running = this.underWay.get(key) ?? this.queue(make);
    this.underWay.set(key, running);
    const forget = () => void this.underWay.delete(key);
    running.then(forget, forget);
    return running;
  }

  private async make({ blob }: ServedFile, size: number, kept: string): Promise<Buffer> {
    try {
      if (((await this.blobs.size(blob)) ?? 0) > MOST_BYTES) refuse('image/too-large');
      const made = await shrink(await buffer(await this.blobs.read(blob)), size);
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

async function shrink(bytes: Buffer, size: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  const unreadable = () => refuse('image/unreadable');
  const { width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(unreadable);
  if (width * height > MOST_PIXELS) refuse('image/too-large');
  const fit = size === 96 ? 'cover' : 'inside';
  return sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', sequentialRead: true })
    .rotate()
    .resize(size, size, { fit, withoutEnlargement: size !== 96 })
    .webp({ quality: 78, effort: 3 })
    .toBuffer()
    .catch(unreadable);
}
