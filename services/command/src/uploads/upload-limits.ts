import type { Blobs } from '@feusa/adapters/blobs/port';
import type { Ports } from '@feusa/adapters/ports';
import type { BlobReferences } from '@feusa/adapters/uploads/port';
import type { Pace, Staging } from '@feusa/adapters/uploads/staging-port';

const HOUR_MS = 3_600_000;

export interface Limits {
  /** Of one file. */
  readonly maxBytes: number;
  readonly leaveFreeBytes: number;
  /** Of the whole disk, 0 to 1. */
  readonly leaveFreePart: number;
  /** Silence after which a sender must make room for another request. */
  readonly stalledMs: number;
  readonly pace: Pace;
  /** How long an upload may lie unfinished or unused. */
  readonly maxAgeMs: number;
}

export const limitsFor = (maxUploadMb: number): Limits => ({
  maxBytes: maxUploadMb * 1024 * 1024,
  leaveFreeBytes: 1024 ** 3,
  leaveFreePart: 0.05,
  stalledMs: 2000,
  pace: { windowMs: 10_000, bytes: 4096 },
  maxAgeMs: 24 * HOUR_MS,
});

/** What the uploads stand on. */
export interface UploadPorts {
  readonly staging: Staging;
  readonly blobs: Blobs;
  readonly isReferenced: BlobReferences;
  readonly limits: Limits;
  readonly log: Ports['log'];
}
