import { chainHash, GENESIS } from '@feusa/event-log/store/chain';
import type { EventStore, Head, LogRecord } from '@feusa/event-log/store/port';
import type { TransparentLog } from '@feusa/transparency/port';
import { TreeCheck } from './verify-tree.js';

/** Small, as nobody else is answered while one is looked at. */
const PAGE = 500;

export type Verdict =
  | { readonly ok: true; readonly size: string; readonly head: string }
  | { readonly ok: false; readonly position: string; readonly reason: string };

/**
 * Hashes the whole log again and compares: with its chain, what is found by with what is hashed, and with
 * its tree and what was signed. Names the first position that does not fit. Events that come while this
 * goes on are left for the next time. `rest` is awaited between two pages, where others are to go ahead.
 */
export async function verifyLog(
  store: EventStore,
  tree?: TransparentLog,
  rest?: () => Promise<void>,
): Promise<Verdict> {
  const check = tree && (await TreeCheck.begin(tree));
  const head = await store.head();
  const walk = new Walk(check);
  const pages = pagesOf(store, head.position);
  for await (const { page, limit } of pages) {
    const fault = await walk.on(page, limit);
    if (fault) return fault;
    await rest?.();
  }
  const fault = await faultAtEnd(store, head, walk.hash);
  if (fault) return fault;
  const broken = await check?.end();
  if (broken) return bad(walk.position + 1, broken);
  return { ok: true, size: String(walk.position), head: walk.hash.toString('hex') };
}

/** What stands up to a position; the next page is read while one is looked at. Ends with an empty one. */
async function* pagesOf(store: EventStore, upTo: number) {
  const pageAfter = (after: number) => {
    const limit = Math.min(PAGE, upTo - after);
    const read = limit > 0 ? store.readRecords(after, limit) : undefined;
    // Whoever stops early does not wait for it.
    read?.catch(() => undefined);
    return { read, limit };
  };
  let { read, limit } = pageAfter(GENESIS.position);
  while (read) {
    const page = await read;
    const next = pageAfter(page.at(-1)?.position ?? upTo);
    yield { page, limit };
    ({ read, limit } = next);
  }
}

/** Goes along the log, from its beginning. */
class Walk {
  position = GENESIS.position;
  hash = GENESIS.hash;

  constructor(private readonly check: TreeCheck | undefined) {}

  /** Looks at a page more. Answers with what is wrong, if anything. */
  async on(page: readonly LogRecord[], limit: number): Promise<Verdict | undefined> {
    if (page.length === 0) return bad(this.position + 1, 'the log ends before its head');
    const broken = await this.check?.expect(limit);
    if (broken) return bad(this.position + 1, broken);
    for (const [index, record] of page.entries()) {
      const fault = this.step(record, index);
      if (fault) return bad(this.position, fault);
    }
    return undefined;
  }

  private step(record: LogRecord, index: number): string | undefined {
    this.position += 1;
    if (record.position !== this.position) return 'an event is missing here';
    this.hash = chainHash(this.hash, record.bytes);
    return faultOf(record, this.hash) ?? this.check?.add(record.bytes, index);
  }
}

/** The last event must be that of the head, with none behind it that the head knows nothing of. */
async function faultAtEnd(store: EventStore, head: Head, hash: Buffer) {
  const { position } = head;
  if (!hash.equals(head.hash)) return bad(position, 'the head does not fit the last event');
  const [beyond] = await store.readRecords(position, 1);
  const isBeyond = beyond && (await store.head()).position < beyond.position;
  return isBeyond ? bad(beyond.position, 'the log goes on behind its head') : undefined;
}

/** What is wrong with a record whose chain comes to this hash, if anything. */
export function faultOf(record: LogRecord, hash: Buffer): string | undefined {
  if (hash.toString('hex') !== record.hash) return 'the hash does not fit the event';
  return isItself(record) ? undefined : 'the columns do not fit the event';
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
