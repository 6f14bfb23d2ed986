import type { Bucket } from '@feusa/platform/s3/bucket';
import { idOf, isState, UPLOADS_PREFIX } from './s3-keys.js';
import type { States } from './s3-states.js';
import type { Staged } from './staging-port.js';

const SWEEP_MS = 30_000;

interface Found {
  readonly id: string;
  changedAt: number;
  /** Key of the latest state. */
  state?: string;
}

/** Every id that has a record or bytes, with the time of its latest change. */
export async function* listStaged(bucket: Bucket, states: States): AsyncIterable<Staged> {
  const staged = async ({ id, changedAt, state }: Found) => {
    const record = state === undefined ? undefined : (await states.at(state))?.record;
    return { id, changedAt, record };
  };
  let found: Found | undefined;
  for await (const { key, changedAt } of bucket.list(UPLOADS_PREFIX, SWEEP_MS)) {
    const id = idOf(key);
    if (found && found.id !== id) yield await staged(found);
    if (found?.id !== id) found = { id, changedAt };
    found.changedAt = Math.max(found.changedAt, changedAt);
    if (isState(key)) found.state ??= key;
  }
  if (found) yield await staged(found);
}
