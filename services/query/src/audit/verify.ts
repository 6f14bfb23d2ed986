import { chainHash, GENESIS } from '@feusa/adapters/event-store/chain';
import type { EventStore } from '@feusa/adapters/event-store/port';

const PAGE = 2000;

export type Verdict =
  | { readonly ok: true; readonly size: string; readonly head: string }
  | { readonly ok: false; readonly position: string; readonly reason: string };

/** Hashes the whole log again and compares; names the first position that does not fit. */
export async function verifyLog(store: EventStore): Promise<Verdict> {
  const head = await store.head();
  let { position, hash } = GENESIS;
  while (position < head.position) {
    const page = await store.readSealed(position, Math.min(PAGE, head.position - position));
    for (const { event, bytes, hash: claimed } of page) {
      position += 1;
      if (event.position !== position) return bad(position, 'an event is missing here');
      hash = chainHash(hash, bytes);
      if (hash.toString('hex') !== claimed) return bad(position, 'the hash does not fit the event');
    }
    if (page.length === 0) return bad(position + 1, 'the log ends before its head');
  }
  if (!hash.equals(head.hash)) return bad(position, 'the head does not fit the last event');
  return { ok: true, size: String(position), head: hash.toString('hex') };
}

const bad = (position: number, reason: string): Verdict => ({
  ok: false,
  position: String(position),
  reason,
});
