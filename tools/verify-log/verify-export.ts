import type { Verdict } from '@feusa/query/audit/verify';
import { proofsOf, wrongPart, wrongProof } from './bundle-check.js';
import { ExportedEvents, parsedLine } from './exported-events.js';
import { linesOf, openSource, textOf, type LogSource } from './log-source.js';
import { selectionIn, verifySelection } from './verify-selection.js';
import {
  cosignersOf,
  readVerifier,
  readTrusted,
  trustedIn,
  type TrustedCheckpoint,
} from './trusted-checkpoint.js';

export interface Trust {
  /** A file with a checkpoint that was kept, perhaps of an earlier time. */
  readonly checkpoint?: string | undefined;
  /** `NAME+ID+KEY`: who must have signed every checkpoint. Left out, the key in a bundle. */
  readonly key?: string | undefined;
  /** Keys of witnesses who must have signed one of them. Left out, those that a bundle names. */
  readonly witnesses?: readonly string[] | undefined;
}

/** What was found, and the sizes of the checkpoints that the log fits to. */
export type ExportVerdict = Verdict & {
  readonly fits?: readonly number[];
  /** How many events were picked out of a log of `size`; left out where it is the whole log. */
  readonly selected?: number;
  /** Sizes of checkpoints that a selection cannot be compared with. */
  readonly apart?: readonly number[];
};

/**
 * Checks an export line by line, or a bundle, packed or not, with no server: order, versions, hashes, and
 * the Merkle root of as many events as a checkpoint is of; those in it, and one from elsewhere. Lines
 * without a position are not events.
 * @throws StartFault for a file or a key that cannot be read
 */
export async function verifyExport(file: string, trust: Trust = {}): Promise<ExportVerdict> {
  return verifySource(await openSource(file), trust);
}

/** The same of what was opened already. */
export async function verifySource(source: LogSource, trust: Trust = {}): Promise<ExportVerdict> {
  const { verdict, notes } = await check(source, trust);
  if (!verdict.ok) return verdict;
  const keys = trust.witnesses?.join('\n') ?? (await textOf(source, 'witnesses'));
  const absent = cosignersOf(keys, notes).find(({ signs }) => !signs);
  return absent ? bad(Number(verdict.size), `no checkpoint is signed by ${absent.name}`) : verdict;
}

/** What was found, and the checkpoints that it was held against, as they were signed. */
interface Checked {
  readonly verdict: ExportVerdict;
  readonly notes: readonly string[];
}

async function check(source: LogSource, trust: Trust): Promise<Checked> {
  const key = trust.key ?? (await textOf(source, 'key'));
  const verifier = key ? readVerifier(key) : undefined;
  const kept = trust.checkpoint ? [await readTrusted(trust.checkpoint, verifier)] : [];
  if (source.isBundle) return verifyBundle(source, kept, verifier);
  const selection = await selectionIn(source);
  if (selection) {
    const notes = [String(selection['checkpoint']), ...kept.map((each) => each.note)];
    return { verdict: await verifySelection(source, selection, { kept, verifier }), notes };
  }
  const { verdict, note, events } = await read(source, kept);
  if (!verdict.ok || note === undefined) return told(verdict, kept);
  const own = trustedIn(note, verifier);
  if (typeof own === 'string') return told(bad(Number(verdict.size), own));
  // It stands behind the events: those of a smaller size are read again.
  const fault = events.differs(own);
  if (fault) return told(bad(own.size, fault));
  const again = own.size === events.size ? verdict : (await read(source, [own])).verdict;
  return told(again, [...kept, own]);
}

async function verifyBundle(
  source: LogSource,
  kept: readonly TrustedCheckpoint[],
  verifier: Parameters<typeof trustedIn>[1],
): Promise<Checked> {
  const proofs = await proofsOf(source);
  const note = await textOf(source, 'checkpoint');
  const notes = [...(note ? [note] : []), ...(proofs.earlier ?? [])];
  const own = notes.map((each) => trustedIn(each, verifier));
  const heads = own.filter((each) => typeof each !== 'string');
  const positions = proofs.inclusion?.map(({ position }) => Number(position));
  const { verdict, events, leaves } = await read(source, [...heads, ...kept], positions);
  if (!verdict.ok) return told(verdict);
  const unsigned = own.find((each) => typeof each === 'string');
  if (unsigned) return told(bad(events.size, unsigned));
  const position = wrongProof(proofs, leaves, note ? heads[0] : undefined);
  if (position) return told(bad(position, 'the inclusion proof does not fit'));
  const part = await wrongPart(source, events.size);
  return part ? told(bad(events.size, part)) : told(verdict, [...heads, ...kept]);
}

const told = (verdict: Verdict, fits: readonly TrustedCheckpoint[] = []): Checked => ({
  verdict:
    verdict.ok && fits.length > 0 ? { ...verdict, fits: fits.map(({ size }) => size) } : verdict,
  notes: fits.map(({ note }) => note),
});

interface Read {
  readonly verdict: Verdict;
  readonly events: ExportedEvents;
  /** The checkpoint in the file. */
  readonly note: string | undefined;
  /** Of the positions that were asked for. */
  readonly leaves: ReadonlyMap<number, Buffer>;
}

async function read(
  source: LogSource,
  trusted: readonly TrustedCheckpoint[],
  positions: readonly number[] = [],
): Promise<Read> {
  const events = new ExportedEvents();
  const leaves = new Map<number, Buffer>();
  const asked = new Set(positions);
  let note: string | undefined;
  const done = (verdict: Verdict): Read => ({ verdict, events, note, leaves });
  for await (const line of linesOf(source)) {
    const entry = parsedLine(line);
    if (entry === 'broken') return done(bad(events.size + 1, 'the line is not JSON'));
    if (entry?.['position'] === undefined) {
      if (typeof entry?.['checkpoint'] === 'string') note = entry['checkpoint'];
      continue;
    }
    const fault =
      events.add(entry, line) ?? trusted.map((each) => events.differs(each)).find(Boolean);
    if (fault) return done(bad(events.size, fault));
    if (asked.has(events.size)) leaves.set(events.size, events.leaf!);
  }
  const missing = missingBehind(events.size, trusted);
  if (missing) return done(bad(events.size + 1, missing));
  return done({ ok: true, size: String(events.size), head: events.head });
}

function missingBehind(size: number, trusted: readonly TrustedCheckpoint[]): string | undefined {
  const longest = Math.max(...trusted.map((each) => each.size));
  if (size < longest) return `the log is shorter than the checkpoint of ${longest} events`;
  return size === 0 ? 'there is no event' : undefined;
}

const bad = (position: number, reason: string): Verdict => ({
  ok: false,
  position: String(position),
  reason,
});
