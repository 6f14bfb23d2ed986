import { readFile } from 'node:fs/promises';
import { StartFault } from '@feusa/platform/start-fault';
import {
  isSignedBy,
  readCheckpoint,
  readVerifierKey,
  type Verifier,
} from '@feusa/transparency/checkpoint';

/** A checkpoint that a log is compared with. */
export interface TrustedCheckpoint {
  readonly size: number;
  readonly root: Buffer;
  /** As it was signed. */
  readonly note: string;
}

/** @throws StartFault */
export async function readTrusted(
  file: string,
  verifier: Verifier | undefined,
): Promise<TrustedCheckpoint> {
  const note = await readFile(file, 'utf8').catch(unreadable(file));
  const checkpoint = readCheckpoint(note);
  if (!checkpoint) throw new StartFault(`${file} is not a checkpoint.`);
  if (!verifier || isSignedBy(note, verifier)) return { ...checkpoint, note };
  throw new StartFault(`${file}: the checkpoint is not signed by ${verifier.name}.`);
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
