import { createHash } from 'node:crypto';

/** The definitions of RFC 6962, section 2.1, word by word: slow, recursive, and nothing shared. */

const sha256 = (...parts: readonly Buffer[]) =>
  createHash('sha256').update(Buffer.concat(parts)).digest();

/** The largest power of two smaller than n. */
const splitOf = (n: number) => 2 ** (n - 1).toString(2).length / 2;

export function MTH(d: readonly Buffer[]): Buffer {
  if (d.length === 0) return sha256();
  if (d.length === 1) return sha256(Buffer.of(0), d[0]!);
  const k = splitOf(d.length);
  return sha256(Buffer.of(1), MTH(d.slice(0, k)), MTH(d.slice(k)));
}

export function PATH(m: number, d: readonly Buffer[]): Buffer[] {
  if (d.length === 1) return [];
  const k = splitOf(d.length);
  return m < k
    ? [...PATH(m, d.slice(0, k)), MTH(d.slice(k))]
    : [...PATH(m - k, d.slice(k)), MTH(d.slice(0, k))];
}

export const PROOF = (m: number, d: readonly Buffer[]): Buffer[] => SUBPROOF(m, d, true);

function SUBPROOF(m: number, d: readonly Buffer[], b: boolean): Buffer[] {
  if (m === d.length) return b ? [] : [MTH(d)];
  const k = splitOf(d.length);
  return m <= k
    ? [...SUBPROOF(m, d.slice(0, k), b), MTH(d.slice(k))]
    : [...SUBPROOF(m - k, d.slice(k), false), MTH(d.slice(0, k))];
}
