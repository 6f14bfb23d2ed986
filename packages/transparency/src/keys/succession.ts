import { isSignedBy, readCheckpoint, readVerifierKey, type Verifier } from '../checkpoint.js';
import type { TreeHead } from '../merkle.js';
import type { CheckpointSigner } from '../signer.js';

/**
 * That one key of a log takes the place of another: a checkpoint that names both in lines behind its root, signed
 * by both. It is the last one of the key before, and the first one of the key after.
 */
export interface Succession extends TreeHead {
  readonly before: Verifier;
  readonly after: Verifier;
  readonly note: string;
}

const LINES = /^[^\n]+\n\d+\n[^\n]+\nkey-before (\S+)\nkey-after (\S+)\nat \S+\n\n/;

/** The signed text; `size` is the newest that the key before has signed. */
export function successionNote(
  { size, root }: TreeHead,
  before: Pick<CheckpointSigner, 'key' | 'verifier' | 'signText'>,
  after: Pick<CheckpointSigner, 'key' | 'signText'>,
  at: Date,
): string {
  const lines = [
    ...[before.verifier.name, size, root.toString('base64')],
    ...[`key-before ${before.key}`, `key-after ${after.key}`, `at ${at.toISOString()}`],
  ];
  const text = `${lines.join('\n')}\n`;
  return before.signText(text) + after.signText(text).slice(text.length + 1);
}

/** Undefined for any other note, and where it is not signed by both of the keys that it names. */
export function readSuccession(note: string): Succession | undefined {
  const [, ...keys] = LINES.exec(note) ?? [];
  const [before, after] = keys.map((key) => readVerifierKey(key));
  const head = readCheckpoint(note);
  if (!before || !after || !head) return undefined;
  const areOfLog = [before, after].every(
    (each) => each.name === head.origin && isSignedBy(note, each),
  );
  return areOfLog ? { before, after, note, size: head.size, root: head.root } : undefined;
}
