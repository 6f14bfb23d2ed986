import { resting } from '@feusa/platform/breathing';
import type { EventStore, LogRecord } from '@feusa/event-log/store/port';
import { readVerifierKey } from '@feusa/transparency/checkpoint';
import { KeyChain } from '@feusa/transparency/keys/chain';
import type { TransparentLog } from '@feusa/transparency/port';
import type { ExportTrailer } from '@feusa/contracts/audit';
import { Refusal } from '@feusa/contracts/refusals';
import { newestCheckpoint } from './newest.js';

/** Small, as nobody else is answered while one is put together. */
const PAGE = 500;

/** Where an export ends, and the line behind it. */
export interface ExportEnd {
  readonly size: number;
  /** Whether the checkpoint is of this size and fits the log. */
  readonly isProved: boolean;
  readonly trailer: ExportTrailer;
}

/**
 * The newest checkpoint. Where it is refused because the log is not what it was, the log is exported all
 * the same, with what was signed before: whoever checks it is to find out.
 */
export async function endOf(store: EventStore, transparentLog: TransparentLog): Promise<ExportEnd> {
  try {
    const { size, note } = await newestCheckpoint(store, transparentLog);
    return { size, isProved: true, trailer: await trailerOf(transparentLog, note) };
  } catch (fault) {
    if (!(fault instanceof Refusal) || fault.code !== 'audit/contradiction') throw fault;
    const { position } = await store.head();
    const last = await transparentLog.lastSigned();
    const trailer = await trailerOf(transparentLog, null);
    const [checkpoint = null] = last ? byKeys(trailer, [last.note]) : [];
    return { size: position, isProved: false, trailer: { ...trailer, checkpoint } };
  }
}

/** The keys are looked for once the checkpoint is signed, so that they are those that it was signed by. */
async function trailerOf(
  transparentLog: TransparentLog,
  checkpoint: string | null,
): Promise<ExportTrailer> {
  const successions = await transparentLog.successions();
  const key = await transparentLog.logKey();
  return { checkpoint, key, ...(successions.length > 0 && { successions }) };
}

/**
 * Without notes of other signers: where several have signed by mistake, what is by another key says nothing
 * about the log. A note that says it is by one of the keys, and is not, stays for whoever checks.
 */
export function byKeys(
  { key, successions = [] }: Pick<ExportTrailer, 'key' | 'successions'>,
  notes: readonly string[],
): string[] {
  const verifier = readVerifierKey(key);
  const chain = verifier && KeyChain.of(verifier, successions);
  return notes.filter((note) => chain?.isNamedIn(note));
}

/**
 * The log as NDJSON: each stored event with its hash on a line of its own, oldest first, and behind them
 * the trailer on a line without a position, where there is one. It rests for as long as it works: whoever waits for a
 * screen goes ahead of who takes the whole log.
 */
export async function* exportLines(
  store: EventStore,
  end?: Pick<ExportEnd, 'size'> & Partial<ExportEnd>,
): AsyncGenerator<string> {
  const size = end?.size ?? (await store.head()).position;
  const rest = resting();
  for (let after = 0; after < size;) {
    if (after > 0) await rest();
    const page = await store.readRecords(after, Math.min(PAGE, size - after));
    if (page.length === 0) break;
    yield page.map(lineOf).join('');
    after = page.at(-1)!.position;
  }
  if (end?.trailer) yield `${JSON.stringify(end.trailer)}\n`;
}

/**
 * A stored event with its hash: the exact bytes but for their last brace, and what follows them. What does
 * not end like an event is left as it is, so that nobody takes it for one.
 */
export function lineOf({ bytes, hash }: Pick<LogRecord, 'bytes' | 'hash'>): string {
  const open = bytes.endsWith('}') ? bytes.slice(0, -1) : bytes;
  return `${open},"hash":"${hash}"}\n`;
}
