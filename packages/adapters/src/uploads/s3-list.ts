import type { Bucket } from '../s3/bucket.js';
import { UPLOADS_PREFIX, type States } from './s3-states.js';
import type { Staged } from './staging-port.js';

const SWEEP_MS = 30_000;

/** Every id that has a record or bytes, with the time of its latest change. */
export async function* listStaged(bucket: Bucket, states: States): AsyncIterable<Staged> {
  let id = '';
  let latest = 0;
  const staged = async () => ({ id, changedAt: latest, record: (await states.load(id))?.record });
  for await (const { key, changedAt } of bucket.list(UPLOADS_PREFIX, SWEEP_MS)) {
    const next = key.slice(UPLOADS_PREFIX.length, key.indexOf('/', UPLOADS_PREFIX.length));
    if (id !== '' && next !== id) yield await staged();
    latest = Math.max(next === id ? latest : 0, changedAt);
    id = next;
  }
  if (id !== '') yield await staged();
}
