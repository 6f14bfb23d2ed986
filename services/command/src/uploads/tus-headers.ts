import type { IncomingHttpHeaders } from 'node:http';
import type { ChecksumAlgorithm } from '@feusa/files/uploads/staging-port';
import { TusFault } from './tus-fault.js';

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
const bad = (header: string) => new TusFault('upload/bad-header', `${header} cannot be read`);
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const textOf = (headers: Headers, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' ? value.trim() : undefined;
};

/** @throws TusFault 412 */
export function requireVersion(headers: Headers): void {
  if (textOf(headers, 'tus-resumable') !== TUS_VERSION) throw new TusFault('upload/tus-version');
}

/** A count of bytes, for example `Upload-Length`. @throws TusFault 400 where it is missing or no number */
export function bytesOf(headers: Headers, name: 'Upload-Length' | 'Upload-Offset'): number {
  const text = textOf(headers, name.toLowerCase());
  if (!text || !/^\d{1,15}$/.test(text)) throw bad(name);
  return Number(text);
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
    throw bad('Upload-Checksum');
  }
  return { algorithm: algorithm as ChecksumAlgorithm, digest };
}

/** The raw header, and the values that it holds as UTF-8 text by key. */
export interface Metadata {
  readonly raw: string;
  readonly values: ReadonlyMap<string, string>;
}

/** `Upload-Metadata: key base64,key base64,flag`. @throws TusFault 400 */
export function metadataOf(headers: Headers): Metadata {
  const raw = textOf(headers, 'upload-metadata') ?? '';
  const values = new Map<string, string>();
  for (const pair of raw === '' ? [] : raw.split(',')) {
    const [key = '', encoded = '', ...more] = pair.trim().split(' ');
    if (key === '' || more.length > 0 || values.has(key)) throw bad('Upload-Metadata');
    values.set(key, decode(encoded));
  }
  return { raw, values };
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(encoded: string): string {
  if (!base64.test(encoded)) throw bad('Upload-Metadata');
  try {
    return utf8.decode(Buffer.from(encoded, 'base64'));
  } catch {
    throw bad('Upload-Metadata');
  }
}
