import { chainHash, GENESIS } from '@feusa/adapters/event-store/chain';
import type { EventStore, LogRecord } from '@feusa/adapters/event-store/port';

const PAGE = 2000;

export type Verdict =
  | { readonly ok: true; readonly size: string; readonly head: string }
  | { readonly ok: false; readonly position: string; readonly reason: string };

/**
 * Hashes the whole log again and compares, also what is found by with what is hashed; names the first
 * position that does not fit. Events that come while this goes on are left for the next time.
 */
export async function verifyLog(store: EventStore): Promise<Verdict> {
  const head = await store.head();
  let { position, hash } = GENESIS;
  while (position < head.position) {
    const page = await store.readRecords(position, Math.min(PAGE, head.position - position));
    if (page.length === 0) return bad(position + 1, 'the log ends before its head');
    for (const record of page) {
      position += 1;
      if (record.position !== position) return bad(position, 'an event is missing here');
      hash = chainHash(hash, record.bytes);
      if (hash.toString('hex') !== record.hash)
        return bad(position, 'the hash does not fit the event');
      if (!isItself(record)) return bad(position, 'the columns do not fit the event');
    }
  }
  if (!hash.equals(head.hash)) return bad(position, 'the head does not fit the last event');
  const [beyond] = await store.readRecords(position, 1);
  if (beyond && (await store.head()).position < beyond.position) {
    return bad(beyond.position, 'the log goes on behind its head');
  }
  return { ok: true, size: String(position), head: hash.toString('hex') };
}

function isItself({ position, bytes, index }: LogRecord): boolean {
  try {
    const event = JSON.parse(bytes) as Record<string, unknown>;
    const fields = Object.entries(index);
    return (
      event['position'] === String(position) &&
      fields.every(([name, value]) => event[name] === value)
    );
  } catch {
    return false;
  }
}

const bad = (position: number, reason: string): Verdict => ({
  ok: false,
  position: String(position),
  reason,
});
