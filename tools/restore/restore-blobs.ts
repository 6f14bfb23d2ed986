import type { Blobs } from '@feusa/files/blobs/port';
import { StartFault } from '@feusa/platform/start-fault';
import { atOnce } from '../backup/at-once.js';
import { blobsIn, checkBlob, hashed, openCopy } from '../backup/copy-blob.js';
import type { Manifest } from '../backup/format.js';

/** What is there already must be of the backup: of a restore that was killed. */
export async function refuseOtherBlobs(dir: string, blobs: Blobs): Promise<void> {
  for await (const { sha256 } of blobs.list()) {
    const copy = await openCopy(dir, sha256).catch(() => undefined);
    copy?.destroy();
    if (!copy) throw new StartFault('The file store is not empty, and stays as it is.');
  }
}

/** Brings every file of the backup, and reads it back. */
export async function restoreBlobs(dir: string, manifest: Manifest, blobs: Blobs): Promise<void> {
  const bringOne = async ({ sha256, size }: { sha256: string; size: number }) => {
    const read = async () => (await openCopy(dir, sha256)).compose(hashed(sha256, dir));
    if ((await blobs.size(sha256)) !== size) await blobs.adopt({ size, read }, sha256);
    await checkBlob(await blobs.read(sha256), sha256, 'the file store');
  };
  for await (const some of atOnce(blobsIn(dir, manifest), bringOne)) void some;
}
