import { openS3Blobs } from '@feusa/files/blobs/s3';
import { openBlobReferences } from '@feusa/files/uploads/references';
import { openReservations } from '@feusa/files/uploads/reservations';
import { openS3Staging } from '@feusa/files/uploads/s3';
import { sweep } from '@feusa/command/uploads/sweep';
import type { Harness } from '../harness.js';

/** Later than any time for which a sweep spares what is new, ms. */
const LATER_MS = 10 * 60_000;
const FILES = `select bytes from log.events
  where type in ('FileAdded', 'FileReplaced') order by position`;

/** I7: every file's bytes are there, and after a sweep nothing else is. */
export async function checkBlobs(harness: Harness): Promise<string[]> {
  const { direct } = harness.environment;
  const options = {
    endpoint: direct['S3_ENDPOINT']!,
    accessKey: direct['S3_ACCESS_KEY']!,
    secretKey: direct['S3_SECRET_KEY']!,
    region: 'us-east-1',
    bucket: harness.options.name,
    log: { info: () => undefined, warn: () => undefined },
  };
  const [blobs, staging] = [await openS3Blobs(options), await openS3Staging(options)];
  try {
    const isReferenced = openBlobReferences(harness.pool);
    const reservations = openReservations(harness.pool, isReferenced);
    const ports = { blobs, staging, isReferenced, reservations, isHeld: () => false };
    await sweep(ports, { now: Date.now() + LATER_MS, maxAgeMs: 0 });
    const files = await filesIn(harness);
    const broken: string[] = [];
    for (const [sha256, size] of files) {
      const found = await blobs.size(sha256);
      if (found !== size) broken.push(`I7: blob ${sha256} has ${found ?? 'no'} bytes, not ${size}`);
    }
    for await (const { sha256 } of blobs.list()) {
      if (!files.has(sha256)) broken.push(`I7: blob ${sha256} belongs to nothing`);
    }
    return broken;
  } finally {
    blobs.close();
    staging.close();
  }
}

async function filesIn({ pool }: Harness): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ bytes: string }>(FILES);
  return new Map(
    rows.map(({ bytes }) => {
      const { data } = JSON.parse(bytes) as { data: { blob: string; size: number } };
      return [data.blob, data.size];
    }),
  );
}
