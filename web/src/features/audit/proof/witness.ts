import { checkSignature, isTurned, readNote } from './proof-note.js';
import { hashesFrom, isBeginningOf, type Head } from './proof.js';

/** What this browser has seen of the log. */
export interface Seen {
  /** The signed checkpoint, word for word. */
  readonly note: string;
  /** `NAME+ID+KEY`. */
  readonly key: string;
  /** ISO-8601. */
  readonly at: string;
}

export type AlarmKind = 'forked' | 'shorter' | 'other-key' | 'other-log' | 'unsigned' | 'refused';

/** The log is not what it was. `now` is what the server shows instead, as far as it shows anything. */
export interface Alarm {
  readonly kind: AlarmKind;
  readonly seen: Seen | null;
  readonly now: Seen | null;
  /** What the server said in its defence: a consistency proof, or a refusal. */
  readonly answer: unknown;
}

/** What the server is asked; a refusal of it throws. */
export interface LogServer {
  checkpoint(): Promise<string>;
  key(): Promise<string>;
  /** By which that key took the place of others. */
  successions(): Promise<readonly string[]>;
  /** Base64 hashes. */
  consistency(from: number, to: number): Promise<readonly string[]>;
  /** Whether it refuses because the log contradicts what was signed. */
  isContradiction(fault: unknown): boolean;
}

export type Outcome =
  | { readonly kind: 'first' | 'grown'; readonly seen: Seen }
  | { readonly kind: 'alarm'; readonly alarm: Alarm };

/**
 * Compares the log with what was seen of it last: it must go on from there. `before` has to be read before
 * this is called: another tab may see more meanwhile.
 * @throws where the server does not answer
 */
export async function compare(
  server: LogServer,
  before: Seen | null,
  now = new Date(),
): Promise<Outcome> {
  const alarm = (kind: AlarmKind, seen: Seen | null, answer: unknown = null): Outcome => ({
    kind: 'alarm',
    alarm: { kind, seen: before, now: seen, answer },
  });
  try {
    const [note, key] = await Promise.all([server.checkpoint(), server.key()]);
    const seen = { note, key: key.trim(), at: now.toISOString() };
    const newer = readNote(note);
    if (!newer || (await checkSignature(note, key)) === 'bad') return alarm('unsigned', seen);
    if (!before) return { kind: 'first', seen };
    const older = readNote(before.note);
    if (!(await isSameLog(server, before, seen))) return alarm('other-key', seen);
    if (!older || older.origin !== newer.origin) return alarm('other-log', seen);
    if (newer.size < older.size) return alarm('shorter', seen);
    const { isTrue, given } = await goesOn(server, older, newer);
    return isTrue ? { kind: 'grown', seen } : alarm('forked', seen, given);
  } catch (fault) {
    if (server.isContradiction(fault)) return alarm('refused', null, String(fault));
    throw fault;
  }
}

/** By its key, or by one that this was turned into. */
async function isSameLog(server: LogServer, before: Seen, seen: Seen): Promise<boolean> {
  if (before.key === seen.key) return true;
  const size = readNote(before.note)?.size ?? 0;
  return isTurned([before.key, seen.key], size, await server.successions());
}

async function goesOn(server: LogServer, older: Head, newer: Head) {
  const isSame = newer.size === older.size;
  const given = isSame ? [] : await server.consistency(older.size, newer.size);
  const proof = hashesFrom(given);
  return { isTrue: proof !== undefined && (await isBeginningOf(older, newer, proof)), given };
}
