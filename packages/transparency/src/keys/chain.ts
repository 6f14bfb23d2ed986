import {
  isSignedBy,
  namesSigner,
  readCheckpoint,
  verifierKey,
  type Verifier,
} from '../checkpoint.js';
import { readSuccession, type Succession } from './succession.js';

interface ChainKey {
  readonly verifier: Verifier;
  /** What it has signed of more events does not count. */
  readonly upTo: number;
}

/** The keys of a log, each turned into the next one. */
export class KeyChain {
  private constructor(
    private readonly keys: readonly ChainKey[],
    /** Whether every one of the notes was a succession of this chain. */
    readonly isWhole: boolean,
  ) {}

  /**
   * The chain that a key is in, by the word of successions, in any order. A key alone where these do not follow one
   * another, or not to or from this one.
   */
  static of(key: Verifier, notes: readonly string[]): KeyChain {
    const links = chained(notes);
    const keys = links && keysOf(links);
    const own = verifierKey(key);
    if (keys?.some(({ verifier }) => verifierKey(verifier) === own))
      return new KeyChain(keys, true);
    return new KeyChain([{ verifier: key, upTo: Infinity }], notes.length === 0);
  }

  /** What the log calls itself. */
  get origin(): string {
    return this.keys[0]!.verifier.name;
  }

  /** All keys, the first one first. */
  get verifiers(): readonly Verifier[] {
    return this.keys.map(({ verifier }) => verifier);
  }

  /** Whether this is a checkpoint by a key that was the log's at that size. */
  hasSigned(note: string): boolean {
    const size = readCheckpoint(note)?.size ?? Infinity;
    return this.keys.some(({ verifier, upTo }) => size <= upTo && isSignedBy(note, verifier));
  }

  /** Whether a note has a line that says it is by one of the keys; whether it is over the text is not looked at. */
  isNamedIn(note: string): boolean {
    return this.keys.some(({ verifier }) => namesSigner(note, verifier));
  }

  /** Whether a checkpoint says that it is by none of the keys, or is by one that was not the log's at that size. */
  isForeign(note: string): boolean {
    const isByOne = this.verifiers.some((verifier) => isSignedBy(note, verifier));
    return !this.hasSigned(note) && (isByOne || !this.isNamedIn(note));
  }
}

const keysOf = (links: readonly Succession[]): ChainKey[] => {
  const last = links.at(-1);
  const former = links.map(({ before, size }) => ({ verifier: before, upTo: size }));
  return last ? [...former, { verifier: last.after, upTo: Infinity }] : [];
};

/** Successions as they follow one another; undefined where they do not, or one of the notes is none. */
function chained(notes: readonly string[]): Succession[] | undefined {
  const links = [...new Set(notes)].map(readSuccession);
  if (!links.every((link) => link !== undefined)) return undefined;
  const byBefore = new Map(links.map((link) => [verifierKey(link.before), link]));
  const afters = new Set(links.map(({ after }) => verifierKey(after)));
  // None has two that it was turned to or from, so that the way through them ends.
  if (byBefore.size < links.length || afters.size < links.length) return undefined;
  const ordered: Succession[] = [];
  let next = links.find(({ before }) => !afters.has(verifierKey(before)));
  while (next && next.size >= (ordered.at(-1)?.size ?? 0)) {
    ordered.push(next);
    next = byBefore.get(verifierKey(next.after));
  }
  return ordered.length === links.length ? ordered : undefined;
}
