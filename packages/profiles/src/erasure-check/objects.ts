import type { S3Options } from '@feusa/platform/s3/bounded-s3';
import { openBucket } from '@feusa/platform/s3/bucket';
import { NoSuchObject } from '@feusa/platform/s3/faults';
import type { SearchedValues } from './searched-values.js';

/** The objects of a bucket that have one of these texts in their bytes or names. */
export async function objectsWith(options: S3Options, wanted: SearchedValues): Promise<string[]> {
  const bucket = await openBucket(options);
  const found: string[] = [];
  const isIn = async (key: string, size: number) => {
    if (wanted.isIn(key)) return true;
    return wanted.isAmong(await bucket.open(key, { start: 0, end: size - 1 }));
  };
  try {
    for await (const { key, size } of bucket.list(''))
      if (await isIn(key, size).catch(goneIsNot)) found.push(key);
    return found;
  } finally {
    bucket.close();
  }
}

function goneIsNot(fault: unknown): false {
  if (fault instanceof NoSuchObject) return false;
  throw fault;
}
