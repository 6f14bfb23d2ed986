import type { UploadPorts } from './upload-limits.js';

const BATCH = 500;

/** A request that sends an upload may have left nothing in the store yet. */
const BEGUN_MS = 3_600_000;

/** A command that took an upload at its last moment still needs its blob until it is appended. */
const GRACE_MS = 5 * 60_000;

interface SweepPorts extends Pick<
  UploadPorts,
  'staging' | 'blobs' | 'isReferenced' | 'reservations'
> {
  /** Whether a request is sending this upload. */
  isHeld(id: string): boolean;
}

export interface Swept {
  readonly uploads: number;
  readonly blobs: number;
}

/**
 * Removes uploads that lie about for `maxAgeMs`, and blobs of that age that nothing refers to. Several
 * services may sweep at once, and beside others that take uploads in: an upload is removed only in the
 * state that was looked at, a blob only where it was not adopted since.
 */
export async function sweep(
  ports: SweepPorts,
  { now, maxAgeMs }: { readonly now: number; readonly maxAgeMs: number },
): Promise<Swept> {
  const { removed, kept } = await sweepUploads(ports, now - maxAgeMs);
  await ports.reservations.keep(kept, now - BEGUN_MS);
  const wanted = new Set(kept.flatMap(({ blob }) => blob ?? []));
  return { uploads: removed, blobs: await sweepBlobs(ports, wanted, now - maxAgeMs - GRACE_MS) };
}

async function sweepUploads({ staging, isHeld }: SweepPorts, before: number) {
  const kept: { readonly id: string; readonly blob: string | undefined }[] = [];
  let removed = 0;
  for await (const { id, record, changedAt } of staging.list()) {
    if (changedAt >= before || isHeld(id)) {
      if (!record?.ended) kept.push({ id, blob: record?.finished?.blob });
      continue;
    }
    if (await staging.forget(id, record)) removed += 1;
  }
  return { removed, kept };
}

async function sweepBlobs(ports: SweepPorts, wanted: ReadonlySet<string>, before: number) {
  let removed = 0;
  let batch: string[] = [];
  const removeBatch = async () => {
    const referenced = await ports.isReferenced(batch);
    for (const sha256 of batch) {
      if (!referenced.has(sha256) && (await ports.blobs.remove(sha256, before))) removed += 1;
    }
    batch = [];
  };
  for await (const { sha256, adoptedAt } of ports.blobs.list()) {
    if (adoptedAt < before && !wanted.has(sha256)) batch.push(sha256);
    if (batch.length >= BATCH) await removeBatch();
  }
  if (batch.length > 0) await removeBatch();
  return removed;
}
