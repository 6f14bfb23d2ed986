import type { EventStore } from '@feusa/event-log/store/port';
import type { Signed, TransparentLog } from '@feusa/transparency/port';

/**
 * Signs the log as it is now.
 * @throws Refusal `still-updating` where the tree is behind, `audit/contradiction` where it is not what it was
 */
export async function newestCheckpoint(
  store: Pick<EventStore, 'head'>,
  transparentLog: TransparentLog,
): Promise<Signed> {
  const { position } = await store.head();
  await transparentLog.reached(position);
  return transparentLog.checkpoint(await transparentLog.size());
}
