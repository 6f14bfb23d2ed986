import { Refusal } from '@feusa/contracts/refusals';

/** There is no object of that key. */
export class NoSuchObject extends Error {
  override readonly name = 'NoSuchObject';
}

/** There is an object of that key, so that none was created. */
export class ObjectExists extends Error {
  override readonly name = 'ObjectExists';
}

interface Facts {
  readonly name?: string;
  readonly code?: unknown;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

const FULL = /StorageFull|QuotaExceeded|InsufficientStorage|NoSpace/i;

/** What a failed request to an S3 server means; any other fault of it is a fault of this program. */
export function s3Fault(fault: unknown): Error {
  const { name = '', code, $metadata } = fault as Facts;
  const status = $metadata?.httpStatusCode ?? 0;
  if (name === 'NoSuchKey') return new NoSuchObject();
  if (status === 412 || name === 'ConditionalRequestConflict') return new ObjectExists();
  if (status === 507 || FULL.test(name)) return new Refusal('upload/storage-full');
  const isAway = status === 0 ? isBroken(name, code) : isElsewhere(status, name);
  return isAway ? new Refusal('unavailable') : (fault as Error);
}

export const isNotAllowed = (fault: unknown): boolean =>
  [401, 403].includes((fault as Facts).$metadata?.httpStatusCode ?? 0);

export const isNoBucket = (fault: unknown): boolean =>
  /^(NoSuchBucket|NotFound)$/.test((fault as Facts).name ?? '');

export const isMade = (fault: unknown): boolean =>
  /^BucketAlready(OwnedByYou|Exists)$/.test((fault as Facts).name ?? '');

/** No answer came, or only a part of it. */
const isBroken = (name: string, code: unknown) =>
  typeof code === 'string' || name === 'TimeoutError' || name === 'AbortError';

/** An answer that says to come again, or that is about the server rather than about this request. */
const isElsewhere = (status: number, name: string) =>
  status >= 500 ||
  [401, 403, 408, 409, 429].includes(status) ||
  /^(NoSuchBucket|NoSuchUpload|RequestTimeout|SlowDown)$/.test(name);
