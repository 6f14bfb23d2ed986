import { leafHash, verifyInclusion } from '@feusa/adapters/transparency/merkle';
import type { Verifier } from '@feusa/adapters/transparency/checkpoint';
import type { SelectionProof } from '@feusa/contracts/audit';
import { bytesOf, parsedLine } from './exported-events.js';
import { linesOf, type LogSource } from './log-source.js';
import type { ExportVerdict } from './verify-export.js';
import { witnessOf, type Witness } from './witness.js';

type Json = Record<string, unknown>;
type Proof = SelectionProof['proof'];

/** The line at the end of an export of some events only; undefined where it is one of the whole log. */
export async function selectionIn(source: LogSource): Promise<Json | undefined> {
  let proved = false;
  let events = 0;
  for await (const line of linesOf(source)) {
    const entry = parsedLine(line);
    if (entry === undefined || entry === 'broken') continue;
    if (entry['selection'] !== undefined) return entry;
    proved ||= entry['proof'] !== undefined;
    if (entry['position'] !== undefined && ++events > 1 && !proved) return undefined;
  }
  return undefined;
}

interface Trusted {
  /** Checkpoints that were kept elsewhere. */
  readonly kept: readonly Witness[];
  readonly verifier: Verifier | undefined;
}

/** Checks that each event of a selection is in the log of its checkpoint, by the proof behind it. */
export async function verifySelection(
  source: LogSource,
  end: Json,
  { kept, verifier }: Trusted,
): Promise<ExportVerdict> {
  const head = witnessOf(String(end['checkpoint']), verifier);
  if (typeof head === 'string') return bad(1, head);
  const same = kept.filter(({ size }) => size === head.size);
  if (same.some(({ root }) => !root.equals(head.root)))
    return bad(head.size, 'the log differs from the checkpoint');
  let selected = 0;
  let last = 0;
  for await (const { event, line, proof } of provedEvents(source)) {
    const position = Number(event['position']);
    if (!(position > last)) return bad(position, 'the event is out of order');
    if (!isProved(event, line, { proof, head })) return bad(position, 'the proof does not fit');
    selected += 1;
    last = position;
  }
  return { ok: true, size: String(head.size), head: '', selected, fits: same.map(sizeOf) };
}

const sizeOf = ({ size }: Witness) => size;

function isProved(
  { hash: _, ...event }: Json,
  line: string,
  { proof, head }: { readonly proof: Proof | undefined; readonly head: Witness },
): boolean {
  const bytes = bytesOf(event, line);
  if (bytes === undefined || proof?.of !== event['position']) return false;
  const hashes = proof?.hashes.map((each) => Buffer.from(each, 'base64')) ?? [];
  const leaf = Number(event['position']) - 1;
  return verifyInclusion({ leaf, leafHash: leafHash(bytes), proof: hashes }, head);
}

/** Each event with its line and the proof in the line behind it. */
async function* provedEvents(source: LogSource) {
  let waiting: { readonly event: Json; readonly line: string } | undefined;
  for await (const line of linesOf(source)) {
    const entry = parsedLine(line);
    const event = entry === 'broken' ? { position: undefined } : entry;
    if (event === undefined) continue;
    if (waiting) yield { ...waiting, proof: event['proof'] as Proof | undefined };
    waiting = event['position'] === undefined ? undefined : { event, line };
  }
}

const bad = (position: number, reason: string): ExportVerdict => ({
  ok: false,
  position: String(position),
  reason,
});
