import type { Blobs } from '@feusa/files/blobs/port';
import type { FinishedUpload } from '@feusa/files/uploads/port';
import { imageBounds } from '@feusa/contracts/bounds';
import { refuse } from '@feusa/contracts/refusals';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

const TYPES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
const MOST_PIXELS = imageBounds.pixels.value;
const MOST_BYTES = imageBounds.size.value;

let queue: Promise<unknown> = Promise.resolve();

/**
 * Checks that a stored file is a picture that can be shown: it is decoded once, one picture at a time. Where it
 * tells more than it shows, as when and where it was taken, the answer names a copy that does not.
 * @throws Refusal `image/type-not-allowed`, `image/too-large`, `image/unreadable`
 */
export async function checkImage(upload: FinishedUpload, blobs: Blobs): Promise<FinishedUpload> {
  if (!TYPES.has(upload.mediaType)) refuse('image/type-not-allowed');
  if (upload.size > MOST_BYTES) refuse('image/too-large');
  const checked = queue.then(async () => {
    const clean = await decode(await buffer(await blobs.read(upload.blob)));
    return clean ? { ...upload, ...(await keep(clean, blobs)) } : upload;
  });
  queue = checked.catch(() => undefined);
  return checked;
}

async function keep(bytes: Buffer, blobs: Blobs) {
  const blob = createHash('sha256').update(bytes).digest('hex');
  const { length: size } = bytes;
  await blobs.adopt({ size, read: async () => Readable.from([bytes]) }, blob);
  return { blob, size };
}

const unreadable = () => refuse('image/unreadable');

/** Undefined where the picture can stay as it is. */
async function decode(bytes: Buffer): Promise<Buffer | undefined> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  const about = await sharp(bytes, { limitInputPixels: false }).metadata().catch(unreadable);
  if (about.width * about.height > MOST_PIXELS) refuse('image/too-large');
  const careful = { limitInputPixels: MOST_PIXELS, failOn: 'error', sequentialRead: true } as const;
  await sharp(bytes, careful).resize(32, 32, { fit: 'inside' }).raw().toBuffer().catch(unreadable);
  const { exif, xmp, iptc, format, pages = 1 } = about;
  if (!exif && !xmp && !iptc) return undefined;
  // Turned as the camera was held, since what says so goes with the rest.
  return sharp(bytes, { ...careful, sequentialRead: false, animated: pages > 1 })
    .autoOrient()
    .keepIccProfile()
    .toFormat(format, format === 'png' || format === 'gif' ? {} : { quality: 92 })
    .toBuffer()
    .catch(unreadable);
}
