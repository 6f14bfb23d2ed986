import type { Readable } from 'node:stream';

export type ScanOutcome = 'clean' | 'found' | 'failed';

/** What looks for viruses. */
export interface Scanner {
  /**
   * Answers the name of what was found, undefined where the bytes are clean.
   * @throws ScannerFault where that can't be known
   */
  scan(bytes: Readable, signal: AbortSignal): Promise<string | undefined>;
  /** What was wrong the last time; undefined where all is well. */
  state(): string | undefined;
  /** How often it was asked, by what came of it. */
  counts(): Readonly<Record<ScanOutcome, number>>;
}

/** The scanner is away, or can't look at these bytes. */
export class ScannerFault extends Error {
  override readonly name = 'ScannerFault';
}
