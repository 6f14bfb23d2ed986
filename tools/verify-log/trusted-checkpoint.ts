import { readFile } from 'node:fs/promises';
import { StartFault } from '@feusa/platform/start-fault';
import {
  isSignedBy,
  readCheckpoint,
  readVerifierKey,
  signersOf,
  WITNESS,
  type Verifier,
} from '@feusa/transparency/checkpoint';

/** A checkpoint that a log is compared with. */
export interface TrustedCheckpoint {
  readonly size: number;
  readonly root: Buffer;
  /** As it was signed. */
  readonly note: string;
}

/** The checkpoint in a note, or what is wrong with it. */
export function trustedIn(
  note: string,
  verifier: Verifier | undefined,
): TrustedCheckpoint | string {
  const checkpoint = readCheckpoint(note);
  if (!checkpoint) return 'the checkpoint cannot be read';
  if (!verifier || isSignedBy(note, verifier)) return { ...checkpoint, note };
  return `the checkpoint is not signed by ${verifier.name}`;
}

/** @throws StartFault */
export async function readTrusted(
  file: string,
  verifier: Verifier | undefined,
): Promise<TrustedCheckpoint> {
  const note = await readFile(file, 'utf8').catch(unreadable(file));
  if (!readCheckpoint(note)) throw new StartFault(`${file} is not a checkpoint.`);
  const trusted = trustedIn(note, verifier);
  if (typeof trusted === 'string') throw new StartFault(`${file}: ${trusted}.`);
  return trusted;
}

/** @throws StartFault */
export function readVerifier(key: string): Verifier {
  const verifier = readVerifierKey(key);
  if (verifier) return verifier;
  throw new StartFault('The key is none: it must be NAME+ID+KEY, as /api/audit/key says.');
}

/**
 * Whether each of these witnesses, one `NAME+ID+KEY` a line, has signed one of the checkpoints, and none
 * bears a line of its that is not over its text.
 * @throws StartFault
 */
export const cosignersOf = (keys: string, notes: readonly string[]) =>
  keys
    .split('\n')
    .filter(Boolean)
    .map((key) => {
      const verifier = readVerifierKey(key, WITNESS);
      if (!verifier) throw new StartFault(`The key of a witness is none: ${key}`);
      const signed = notes.map((note) => signersOf(note, [verifier])?.length);
      return { name: verifier.name, signs: signed.includes(1) && !signed.includes(undefined) };
    });

export const unreadable = (file: string) => () => {
  throw new StartFault(`${file} cannot be read.`);
};
