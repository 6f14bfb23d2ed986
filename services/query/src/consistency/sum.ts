import { createHash } from 'node:crypto';
import { canonical } from '@feusa/event-log/store/canonical';

const MODULUS = 1n << 256n;

/** SHA-256 over the RFC 8785 text of a row. */
export const hashOf = (row: unknown): Buffer =>
  createHash('sha256').update(canonical(row), 'utf8').digest();

/**
 * A fingerprint of a set of rows, in any order: the sum of their hashes modulo 2^256, which also tells how
 * often each is there. It finds what drifts; against somebody who makes rows to fit it is not meant.
 */
export class Sum {
  rows = 0;
  private sum = 0n;

  add(row: unknown): void {
    this.rows++;
    this.sum = (this.sum + BigInt(`0x${hashOf(row).toString('hex')}`)) % MODULUS;
  }

  get hex(): string {
    return this.sum.toString(16).padStart(64, '0');
  }
}
