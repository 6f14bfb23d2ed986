import { leafHash, verifyInclusion } from '@feusa/transparency/merkle';
import type { Verifier } from '@feusa/transparency/checkpoint';
import type { SelectionProof } from '@feusa/contracts/audit';
import { bytesOf, parsedLine } from './exported-events.js';
import { linesOf, type LogSource } from './log-source.js';
import type { ExportVerdict } from './verify-export.js';
import { trustedIn, type TrustedCheckpoint } from './trusted-checkpoint.js';

type Json = Record<string, unknown>;

/** The first line of an export of some events only; undefined where it is one of the whole log. */
export async function selectionIn(source: LogSource): Promise<Json | undefined> {
  for await (const line of linesOf(source)) {
    const entry = parsedLine(line);
    if (entry === undefined) continue;
    return entry !== 'broken' && entry['selection'] !== undefined ? entry : undefined;
  }
  return undefined;
}

interface Trusted {
  /** Checkpoints that were kept elsewhere. */
  readonly kept: readonly TrustedCheckpoint[];
  readonly verifier: Verifier | undefined;
}

/**
 * Checks that each event of a selection is in the log of its checkpoint, by the proof behind it. What was left
 * out of it cannot be found.
 */
export async function verifySelection(
  source: LogSource,
  head: Json,
  { kept, verifier }: Trusted,
): Promise<ExportVerdict> {
  const tree = trustedIn(String(head['checkpoint']), verifier);
  if (typeof tree === 'string') return bad(1, tree);
  const isOfTree = ({ size }: TrustedCheckpoint) => size === tree.size;
  if (kept.some((each) => isOfTree(each) && !each.root.equals(tree.root)))
    return bad(tree.size, 'the log differs from the checkpoint');
  const selection = new Selection(tree);
  for await (const line of linesOf(source)) {
    const fault = selection.add(line);
    if (fault) return bad(Math.max(1, selection.position), fault);
  }
  const fault = selection.end();
  if (fault) return bad(selection.position, fault);
  const apart = kept.filter((each) => !isOfTree(each)).map(({ size }) => size);
  return {
    ...{ ok: true, size: String(tree.size), head: '', selected: selection.count },
    ...{ fits: [tree.size], apart },
  };
}

/** The events of a selection so far, each with the proof in the line behind it. */
class Selection {
  private waiting: Buffer | undefined;
  private proof: readonly Buffer[] = [];
  count = 0;
  /** Of the event that was looked at last. */
  position = 0;

  constructor(private readonly tree: TrustedCheckpoint) {}

  /** Answers with what is wrong, if anything. */
  add(line: string): string | undefined {
    const entry = parsedLine(line);
    if (entry === undefined) return undefined;
    if (entry === 'broken') return 'the line is not JSON';
    if (entry['proof'] !== undefined) return this.prove(entry['proof'] as SelectionProof['proof']);
    return entry['position'] === undefined ? undefined : this.event(entry, line);
  }

  end(): string | undefined {
    return this.waiting && 'there is no proof of the event';
  }

  private event({ hash: _, ...event }: Json, line: string): string | undefined {
    const missing = this.end();
    if (missing) return missing;
    const [bytes, before] = [bytesOf(event, line), this.position];
    this.position = Number(event['position']);
    if (!(this.position > before)) return 'the event is out of order';
    if (bytes === undefined) return 'the proof does not fit';
    this.waiting = leafHash(bytes);
    return undefined;
  }

  private prove({ of, hashes = [], shared = 0 }: Partial<SelectionProof['proof']>) {
    const waiting = this.waiting;
    if (!waiting || of !== String(this.position)) return 'the proof is of another event';
    this.waiting = undefined;
    this.count += 1;
    const own = hashes.map((each) => Buffer.from(String(each), 'base64'));
    this.proof = [...own, ...this.proof.slice(this.proof.length - shared)];
    const claim = { leaf: this.position - 1, leafHash: waiting, proof: this.proof };
    return verifyInclusion(claim, this.tree) ? undefined : 'the proof does not fit';
  }
}

const bad = (position: number, reason: string): ExportVerdict => ({
  ok: false,
  position: String(position),
  reason,
});
