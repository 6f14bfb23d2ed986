import type { Blobs } from '@feusa/files/blobs/port';
import type { FinishedUpload } from '@feusa/files/uploads/port';
import { imageBounds } from '@feusa/contracts/bounds';
import { refuse } from '@feusa/contracts/refusals';
import { buffer } from 'node:stream/consumers';

const TYPES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
const MOST_PIXELS = imageBounds.pixels.value;
const MOST_BYTES = imageBounds.size.value;

let queue: Promise<unknown> = Promise.resolve();

/**
 * Checks that a stored file is a picture that can be shown: it is decoded once, one picture at a time.
 * @throws Refusal `image/type-not-allowed`, `image/too-large`, `image/unreadable`
 */
export async function checkImage(upload: FinishedUpload, blobs: Blobs): Promise<void> {
  if (!TYPES.has(upload.mediaType)) refuse('image/type-not-allowed');
  if (upload.size > MOST_BYTES) refuse('image/too-large');
  const checked = queue.then(async () => decode(await buffer(await blobs.read(upload.blob))));
  queue = checked.catch(() => undefined);
  return checked;
}

async function decode(bytes: Buffer): Promise<void> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  const unreadable = () => refuse('image/unreadable');
  const size = await sharp(bytes, { limitInputPixels: false }).metadata().catch(unreadable);
  if (size.width * size.height > MOST_PIXELS) refuse('image/too-large');
  await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', sequentialRead: true })
    .resize(32, 32, { fit: 'inside' })
    .raw()
    .toBuffer()
    .catch(unreadable);
}
