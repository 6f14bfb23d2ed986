import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { openDiskBlobs } from '@feusa/files/blobs/disk';
import type { Blobs } from '@feusa/files/blobs/port';
import type { S3Options } from '@feusa/platform/s3/bounded-s3';
import { openDiskStaging } from '@feusa/files/uploads/disk';
import type { Staging } from '@feusa/files/uploads/staging-port';

export interface TestStores {
  readonly blobs: Blobs;
  readonly staging: Staging;
  /** What lies in the staging: `{id}.json` for a record, `{id}.part` for bytes. */
  left(): Promise<string[]>;
  close(): void;
}

/** Opens the stores of one process; `home` is its directory. */
export type OpenStores = (home: string) => Promise<TestStores>;

export const diskStores: OpenStores = async (home) => ({
  blobs: await openDiskBlobs({ dir: path.join(home, 'blobs') }),
  staging: await openDiskStaging({ dir: path.join(home, 'uploads') }),
  left: async () => (await readdir(path.join(home, 'uploads'))).sort(),
  close: () => undefined,
});

/** The same in a bucket, whatever the directory. */
export const s3Stores =
  (given: () => S3Options): OpenStores =>
  async () => {
    const options = given();
    const { openS3Blobs } = await import('@feusa/files/blobs/s3');
    const { openBucket } = await import('@feusa/platform/s3/bucket');
    const { openS3Staging } = await import('@feusa/files/uploads/s3');
    const bucket = await openBucket(options);
    const opened = [await openS3Blobs(options), await openS3Staging(options), bucket] as const;
    return {
      blobs: opened[0],
      staging: opened[1],
      async left() {
        const names: string[] = [];
        for await (const { id, record } of opened[1].list()) if (record) names.push(`${id}.json`);
        for await (const { key } of bucket.list('uploads/')) {
          const [, id = '', name] = key.split('/');
          if (!name?.startsWith('state-')) names.push(`${id}.part`);
        }
        return names.sort();
      },
      close: () => opened.forEach((each) => each.close()),
    };
  };
