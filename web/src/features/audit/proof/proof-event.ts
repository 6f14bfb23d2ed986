import { checkSignature, readNote, type Signature } from './proof-note.js';
import { areEqual, canHash, fromBase64, hashesFrom, isIncluded, leafHash } from './proof.js';
import { texts } from '../texts.js';

/** What the server says in proof of an event. */
export interface GivenProof {
  readonly position: string;
  readonly size: string;
  readonly leafHash: string;
  readonly proof: readonly string[];
  readonly checkpoint: string;
}

export type ProofVerdict =
  | {
      readonly kind: 'proved';
      readonly size: number;
      readonly origin: string;
      readonly root: string;
      readonly signature: Signature;
    }
  | { readonly kind: 'wrong'; readonly reason: string }
  /** This browser cannot hash here: the address is not a secure one. */
  | { readonly kind: 'unable' };

const wrong = (reason: string): ProofVerdict => ({ kind: 'wrong', reason });

/** Hashes the event's exact bytes and follows the proof to the signed checkpoint, in this browser. */
export async function proveEvent(
  position: string,
  bytes: string,
  given: GivenProof,
  key: string,
): Promise<ProofVerdict> {
  if (!canHash()) return { kind: 'unable' };
  const head = readNote(given.checkpoint);
  const proof = hashesFrom(given.proof);
  if (!head || !proof) return wrong(texts.wrongUnreadable);
  if (!saysPosition(bytes, position)) return wrong(texts.wrongBytes);
  const hash = await leafHash(bytes);
  const claimed = fromBase64(given.leafHash);
  if (!claimed || !areEqual(hash, claimed)) return wrong(texts.wrongLeaf);
  if (!(await isIncluded({ leaf: Number(position) - 1, hash }, head, proof)))
    return wrong(texts.wrongRoot);
  const signature = await checkSignature(given.checkpoint, key);
  if (signature === 'bad') return wrong(texts.wrongSignature);
  const { size, origin } = head;
  const root = given.checkpoint.split('\n')[2] ?? '';
  return { kind: 'proved', size, origin, root, signature };
}

function saysPosition(bytes: string, position: string): boolean {
  try {
    return (JSON.parse(bytes) as { position?: unknown }).position === position;
  } catch {
    return false;
  }
}
