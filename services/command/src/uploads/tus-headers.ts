import type { IncomingHttpHeaders } from 'node:http';
import type { ChecksumAlgorithm } from '@feusa/files/uploads/staging-port';
import { badHeader, TusFault } from './tus-fault.js';

export const PATH = '/api/uploads';
export const TUS_VERSION = '1.0.0';
export const BODY_TYPE = 'application/offset+octet-stream';
export const CHECKSUM_ALGORITHMS: Readonly<Record<ChecksumAlgorithm, number>> = {
  sha256: 32,
  sha1: 20,
};

export interface Checksum {
  readonly algorithm: ChecksumAlgorithm;
  readonly digest: Buffer;
}

type Headers = IncomingHttpHeaders;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

export const textOf = (headers: Headers, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' ? value.trim() : undefined;
};

/** @throws TusFault 412 */
export function requireVersion(headers: Headers): void {
  if (textOf(headers, 'tus-resumable') !== TUS_VERSION) throw new TusFault('upload/tus-version');
}

/** Size of the body in bytes, undefined where it comes in chunks. */
export function contentLengthOf(headers: Headers): number | undefined {
  const text = textOf(headers, 'content-length');
  return text === undefined ? undefined : Number(text);
}

export const hasBodyType = (headers: Headers): boolean =>
  textOf(headers, 'content-type')?.split(';')[0]?.trim().toLowerCase() === BODY_TYPE;

/** The bytes' checksum, where one is sent. @throws TusFault 400 */
export function checksumOf(headers: Headers): Checksum | undefined {
  const text = textOf(headers, 'upload-checksum');
  if (text === undefined) return undefined;
  const [algorithm = '', encoded = '', ...more] = text.split(' ');
  const length = Object.entries(CHECKSUM_ALGORITHMS).find(([name]) => name === algorithm)?.[1];
  const digest = Buffer.from(encoded, 'base64');
  if (more.length > 0 || !base64.test(encoded) || digest.length !== length) {
    throw badHeader('Upload-Checksum');
  }
  return { algorithm: algorithm as ChecksumAlgorithm, digest };
}

/** `Upload-Metadata: key base64,key base64,flag`, without the blanks that some senders put between. */
export const metadataIn = (headers: Headers): string =>
  (textOf(headers, 'upload-metadata') ?? '').replace(/\s*,\s*/g, ',');
