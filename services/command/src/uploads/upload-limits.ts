import type { Blobs } from '@feusa/files/blobs/port';
import type { Ports } from '@feusa/profiles/ports';
import type { BlobReferences, Reservations, UploadShare } from '@feusa/files/uploads/port';
import type { Pace, Staging } from '@feusa/files/uploads/staging-port';
import { uploadBounds } from '@feusa/contracts/bounds';
import type { Room } from './room.js';

const MIB = 1024 * 1024;

export interface Limits {
  /** Of one file. */
  readonly maxBytes: number;
  /** Of one person. */
  readonly share: UploadShare;
  readonly leaveFreeBytes: number;
  /** Of the whole disk, 0 to 1. */
  readonly leaveFreePart: number;
  /** Silence after which a sender must make room for another request. */
  readonly stalledMs: number;
  readonly pace: Pace;
  /** How long an upload may lie unfinished or unused. */
  readonly maxAgeMs: number;
}

interface Sizes {
  /** Of one file, in MiB. */
  readonly file: number;
  /** Of all that one person announces, in MiB. */
  readonly quota: number;
}

export const limitsFor = ({ file, quota }: Sizes): Limits => ({
  maxBytes: file * MIB,
  share: { uploads: uploadBounds.unfinished.value, bytes: quota * MIB },
  leaveFreeBytes: uploadBounds.reserve.value,
  leaveFreePart: uploadBounds.reservePart.value / 100,
  stalledMs: 2000,
  pace: { windowMs: 10_000, bytes: uploadBounds.pace.value },
  maxAgeMs: uploadBounds.age.value,
});

/** What the uploads stand on. */
export interface UploadPorts {
  readonly staging: Staging;
  readonly blobs: Blobs;
  readonly isReferenced: BlobReferences;
  readonly reservations: Reservations;
  readonly room: Room;
  readonly limits: Limits;
  readonly log: Ports['log'];
}
