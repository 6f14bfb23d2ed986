import { readVerifierKey, WITNESS, type Verifier } from '../checkpoint.js';

export interface WitnessAddress {
  /** What stands before `/add-checkpoint`. */
  readonly url: string;
  readonly verifier: Verifier;
}

/** Reads `URL KEY`; undefined for anything else. */
export function readWitness(text: string): WitnessAddress | undefined {
  const [url = '', key = ''] = text.split(/\s+/);
  const verifier = readVerifierKey(key, WITNESS);
  return verifier && URL.canParse(url) && /^https?:/.test(url) ? { url, verifier } : undefined;
}
