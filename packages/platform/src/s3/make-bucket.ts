import { CreateBucketCommand, HeadBucketCommand, type S3Client } from '@aws-sdk/client-s3';
import { StartFault } from '../start-fault.js';
import type { S3Options } from './bounded-s3.js';
import { isMade, isNoBucket, isNotAllowed } from './faults.js';

type BucketOptions = Pick<S3Options, 'endpoint' | 'bucket' | 'region'>;

/** Makes the bucket where it is missing. @throws StartFault where the keys may not use it */
export async function makeBucket(
  s3: S3Client,
  { endpoint, bucket: Bucket, region }: BucketOptions,
  abortSignal: AbortSignal,
): Promise<void> {
  const elsewhere = region !== 'us-east-1' && {
    CreateBucketConfiguration: { LocationConstraint: region as never },
  };
  try {
    const head = s3.send(new HeadBucketCommand({ Bucket }), { abortSignal });
    if (await head.catch(unless(isNoBucket))) return;
    const create = s3.send(new CreateBucketCommand({ Bucket, ...elsewhere }), { abortSignal });
    await create.catch(unless(isMade));
  } catch (fault) {
    if (!isNotAllowed(fault)) throw fault;
    throw new StartFault(`${endpoint} does not let these keys use the bucket ${Bucket}`);
  }
}

const unless = (isExpected: (fault: unknown) => boolean) => (fault: unknown) => {
  if (!isExpected(fault)) throw fault;
  return undefined;
};
