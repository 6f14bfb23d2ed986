import type { Blobs } from '@feusa/files/blobs/port';
import type { PhotoChecker } from '@feusa/files/photo/checker';
import type { FinishedUpload } from '@feusa/files/uploads/port';
import { imageBounds } from '@feusa/contracts/bounds';
import { refuse } from '@feusa/contracts/refusals';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

const TYPES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
const MOST_BYTES = imageBounds.size.value;

/**
 * Checks that a stored file is a picture that can be shown, by decoding it once in a process apart. Where it tells
 * more than it shows, as when and where it was taken, the answer names a copy that does not.
 * @throws Refusal `image/type-not-allowed`, `image/too-large`, `image/unreadable`
 */
export async function checkImage(
  upload: FinishedUpload,
  blobs: Blobs,
  photos: PhotoChecker,
): Promise<FinishedUpload> {
  if (!TYPES.has(upload.mediaType)) refuse('image/type-not-allowed');
  if (upload.size > MOST_BYTES) refuse('image/too-large');
  const copy = await photos.check(async () => buffer(await blobs.read(upload.blob)));
  return copy ? { ...upload, ...(await keep(copy, blobs)) } : upload;
}

async function keep(bytes: Buffer, blobs: Blobs) {
  const blob = createHash('sha256').update(bytes).digest('hex');
  const { length: size } = bytes;
  await blobs.adopt({ size, read: async () => Readable.from([bytes]) }, blob);
  return { blob, size };
}
