import { randomUUID } from 'node:crypto';
import { blobName } from './blob-name.js';
import type { Bucket, StoredObject } from '@feusa/platform/s3/bucket';

export const BLOBS_PREFIX = 'blobs/';
const KEY = /^blobs\/[0-9a-f]{2}\/([0-9a-f]{64})-(\d{15})-[0-9a-f-]{36}$/;

/**
 * One adoption of a blob: an object of its own name, `blobs/ab/{sha256}-{ms}-{uuid}`. So a sweep only
 * ever removes objects that it has looked at, and no adoption can be lost to one that goes on beside it.
 */
export interface Generation {
  readonly sha256: string;
  readonly key: string;
  readonly size: number;
  /** In ms: the later of what the server's clock and this product's said. */
  readonly adoptedAt: number;
}

const prefixOf = (sha256: string) => `${BLOBS_PREFIX}${sha256.slice(0, 2)}/${blobName(sha256)}-`;

export const newGeneration = (sha256: string): string =>
  `${prefixOf(sha256)}${String(Date.now()).padStart(15, '0')}-${randomUUID()}`;

/** Undefined for an object that is no blob, or that the server is still writing. */
export function generationOf({ key, size, changedAt }: StoredObject): Generation | undefined {
  const [, sha256, ms] = KEY.exec(key) ?? [];
  return sha256 ? { sha256, key, size, adoptedAt: Math.max(changedAt, Number(ms)) } : undefined;
}

/** All generations of a blob, the latest first. */
export async function generations(bucket: Bucket, sha256: string): Promise<Generation[]> {
  const found: Generation[] = [];
  for await (const object of bucket.list(prefixOf(sha256))) {
    const generation = generationOf(object);
    if (generation) found.push(generation);
  }
  return found.sort((a, b) => b.adoptedAt - a.adoptedAt || (a.key < b.key ? 1 : -1));
}
