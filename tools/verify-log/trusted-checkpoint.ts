import { readFile } from 'node:fs/promises';
import { StartFault } from '@feusa/platform/start-fault';
import { readCheckpoint, readVerifierKey, type Verifier } from '@feusa/transparency/checkpoint';
import { KeyChain } from '@feusa/transparency/keys/chain';
import { readSuccession } from '@feusa/transparency/keys/succession';

/** A checkpoint that a log is compared with. */
export interface TrustedCheckpoint {
  readonly size: number;
  readonly root: Buffer;
  /** As it was signed. */
  readonly note: string;
}

/** Whoever signed it. @throws StartFault where it is none */
export async function readKept(file: string): Promise<TrustedCheckpoint> {
  const note = await readFile(file, 'utf8').catch(unreadable(file));
  const checkpoint = readCheckpoint(note);
  if (checkpoint) return { ...checkpoint, note };
  throw new StartFault(`${file} is not a checkpoint.`);
}

/**
 * Signed by this key, or by one that was turned into it, or that it was turned into, by the word of successions.
 * @throws StartFault
 */
export async function readTrusted(
  file: string,
  verifier: Verifier,
  successions: readonly string[] = [],
): Promise<TrustedCheckpoint> {
  const kept = await readKept(file);
  const more = readSuccession(kept.note) ? [kept.note] : [];
  if (KeyChain.of(verifier, [...successions, ...more]).hasSigned(kept.note)) return kept;
  return notSigned(file, verifier);
}

export function notSigned(file: string, { name }: Verifier): never {
  throw new StartFault(`${file}: the checkpoint is not signed by ${name}.`);
}

/** @throws StartFault */
export function readVerifier(key: string): Verifier {
  const verifier = readVerifierKey(key);
  if (verifier) return verifier;
  throw new StartFault('The key is none: it must be NAME+ID+KEY, as /api/audit/key says.');
}

export const unreadable = (file: string) => () => {
  throw new StartFault(`${file} cannot be read.`);
};
