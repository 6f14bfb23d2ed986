import { randomUUID } from 'node:crypto';
import { DeleteBucketCommand } from '@aws-sdk/client-s3';
import { engineUrl } from '@feusa/testing/engine-addresses';
import { openBucket } from '@feusa/platform/s3/bucket';
import type { S3Options } from '@feusa/platform/s3/bounded-s3';
import { endAbandoned } from './blobs/s3-concat.js';

const silent = { info: () => undefined, warn: () => undefined };

/** Where the S3 server for tests is. @throws outside of the test project "engines" */
export function testServer(): Omit<S3Options, 'bucket'> {
  const accessKey = process.env['FEUSA_TEST_S3_ACCESS_KEY'] ?? '';
  const secretKey = process.env['FEUSA_TEST_S3_SECRET_KEY'] ?? '';
  return { endpoint: engineUrl('s3'), accessKey, secretKey, region: 'us-east-1', log: silent };
}

export interface TestBucket {
  readonly name: string;
  options(): S3Options;
  drop(): Promise<void>;
}

/** A bucket of a name of its own; it is made by whatever is opened on it first. */
export function freshBucket(): TestBucket {
  const name = `test-${randomUUID()}`;
  const options = () => ({ ...testServer(), bucket: name });
  return { name, options, drop: () => drop(options()) };
}

async function drop(options: S3Options): Promise<void> {
  const bucket = await openBucket(options);
  const keys: string[] = [];
  for await (const { key } of bucket.list('')) keys.push(key);
  await bucket.remove(keys);
  await endAbandoned(bucket, '', Infinity);
  const remove = new DeleteBucketCommand({ Bucket: options.bucket });
  await bucket.server.ask((s3, bound) => s3.send(remove, bound));
  bucket.close();
}
