import { idOf } from '@feusa/contracts/events';
import type { Ports } from '@feusa/profiles/ports';

export type PurgePorts = Pick<
  Ports,
  'erasures' | 'blobs' | 'blobReferences' | 'staging' | 'reservations'
>;

/** Takes away what tables and the file store have of somebody who was erased. May be repeated. */
export async function purge(
  stream: string,
  { erasures, blobs, blobReferences, staging, reservations }: PurgePorts,
): Promise<void> {
  const id = idOf(stream);
  const images = await erasures.purge(stream);
  for await (const { id: upload, record } of staging.list()) {
    const isPhoto = images.includes(record?.finished?.blob ?? '');
    if (!record || !(isPhoto || record.owner === id)) continue;
    await staging.forget(upload);
    await reservations.release(upload);
  }
  const referenced = await blobReferences(images);
  for (const image of images) if (!referenced.has(image)) await blobs.remove(image);
  await erasures.forgetPhotos(stream);
}
