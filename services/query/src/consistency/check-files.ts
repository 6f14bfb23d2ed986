import { createHash } from 'node:crypto';
import { MissingBlob, type Blobs } from '@feusa/files/blobs/port';
import type { BlobReferences } from '@feusa/files/uploads/port';
import { idOf, type StoredEvent } from '@feusa/contracts/events';
import type { Drift } from '@feusa/contracts/fingerprint';
import type { Pace } from './pace.js';
import { drift } from './row-drift.js';

const BLOB = /^[0-9a-f]{64}$/;

/** Which file an event refers to; an erased person's events refer to none. */
function blobOf(event: StoredEvent): string | undefined {
  const { data } = event;
  const blob = 'blob' in data ? data.blob : 'image' in data ? data.image?.blob : undefined;
  return blob !== undefined && BLOB.test(blob) ? blob : undefined;
}

/** The files that events refer to, each with the first event that does. */
export class Referenced {
  readonly blobs = new Map<string, StoredEvent>();

  take(events: readonly StoredEvent[]): void {
    for (const event of events) {
      const blob = blobOf(event);
      if (blob !== undefined && !this.blobs.has(blob)) this.blobs.set(blob, event);
    }
  }
}

interface Reading {
  /** In bytes. */
  readonly pace: Pace;
  /** How many files are read, of all. */
  onChecked(done: number, of: number): void;
}

interface Files {
  readonly blobs: Blobs;
  readonly blobReferences: BlobReferences;
}

/** Reads every file and hashes it, at the pace. */
export async function checkFiles(
  { blobs, blobReferences: isReferenced }: Files,
  { blobs: wanted }: Referenced,
  { pace, onChecked }: Reading,
): Promise<{ checked: number; bytes: number; drifts: Drift[] }> {
  const drifts: Drift[] = [];
  let [bytes, done] = [0, 0];
  for (const [blob, event] of wanted) {
    onChecked(done++, wanted.size);
    const { kind, size } = await lookAt(blobs, blob, pace);
    bytes += size;
    // What was removed for good has no bytes any more.
    if (!kind || (kind === 'missing' && !(await isReferenced([blob])).has(blob))) continue;
    const what = kind === 'missing' ? 'is not there' : 'does not have the bytes that were uploaded';
    const detail = `the file ${blob.slice(0, 12)}… ${what}`;
    drifts.push(drift('files', idOf(event.stream), { kind, event, detail }));
  }
  return { checked: wanted.size, bytes, drifts };
}

async function lookAt(blobs: Blobs, blob: string, pace: Pace) {
  let size = 0;
  try {
    const hash = createHash('sha256');
    for await (const chunk of await blobs.read(blob)) {
      hash.update(chunk as Buffer);
      size += (chunk as Buffer).length;
      await pace.spend((chunk as Buffer).length);
    }
    return { size, kind: hash.digest('hex') === blob ? undefined : ('altered' as const) };
  } catch (fault) {
    if (fault instanceof MissingBlob) return { size, kind: 'missing' as const };
    throw fault;
  }
}
