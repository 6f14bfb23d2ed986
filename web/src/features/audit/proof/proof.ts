/**
 * The Merkle tree of RFC 6962, checked with what the browser has: the algorithms of RFC 9162, 2.1.3.2 and
 * 2.1.4.2. Knows nothing of the server's own code. Hashes are 32 bytes; leaves count from 0.
 */
export type Hash = Uint8Array<ArrayBuffer>;

/** Whether this browser can hash here: it cannot at an address that is not secure. */
export const canHash = (): boolean => (globalThis.crypto as Partial<Crypto>).subtle !== undefined;

/** A tree of so many leaves, and its root. */
export interface Head {
  readonly size: number;
  readonly root: Hash;
}

const HASH_BYTES = 32;

async function sha256(...parts: readonly Uint8Array[]): Promise<Hash> {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', all));
}

/** Of the exact bytes of an event, as the log has stored them. */
export const leafHash = (bytes: string): Promise<Hash> =>
  sha256(Uint8Array.of(0), new TextEncoder().encode(bytes));

const nodeHash = (left: Hash, right: Hash) => sha256(Uint8Array.of(1), left, right);

export const areEqual = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);

/** Undefined where the text is not exactly how these bytes are written in base64. */
export function fromBase64(text: string): Hash | undefined {
  try {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    return btoa(String.fromCharCode(...bytes)) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined where one of them is no hash. */
export function hashesFrom(texts: readonly string[]): Hash[] | undefined {
  const hashes = texts.map(fromBase64);
  return hashes.every((hash) => hash?.length === HASH_BYTES) ? (hashes as Hash[]) : undefined;
}

/** A node and the last node of its level; numbers beyond 32 bits are shifted by dividing. */
interface Level {
  node: number;
  last: number;
}
const isOdd = (n: number) => n % 2 === 1;
const rise = (level: Level) => {
  level.node = Math.floor(level.node / 2);
  level.last = Math.floor(level.last / 2);
};
/** Whether the next hash of the proof stands on the left; moves up to where it belongs. */
function stepsLeft(level: Level): boolean {
  const left = isOdd(level.node) || level.node === level.last;
  if (left) while (!isOdd(level.node) && level.node !== 0) rise(level);
  rise(level);
  return left;
}

/** Whether a leaf is in the tree, by the hashes beside its way up. */
export async function isIncluded(
  { leaf, hash }: { readonly leaf: number; readonly hash: Hash },
  { size, root }: Head,
  proof: readonly Hash[],
): Promise<boolean> {
  if (!Number.isSafeInteger(leaf) || leaf < 0 || leaf >= size) return false;
  const level = { node: leaf, last: size - 1 };
  let found = hash;
  for (const other of proof) {
    if (level.last === 0) return false;
    found = stepsLeft(level) ? await nodeHash(other, found) : await nodeHash(found, other);
  }
  return level.last === 0 && areEqual(found, root);
}

/** Whether the older tree is the beginning of the newer one. */
export async function isBeginningOf(
  older: Head,
  newer: Head,
  proof: readonly Hash[],
): Promise<boolean> {
  if (older.size > newer.size) return false;
  if (older.size === newer.size) return proof.length === 0 && areEqual(older.root, newer.root);
  if (older.size === 0) return proof.length === 0 && areEqual(older.root, await sha256());
  return growsInto(older, newer, proof);
}

async function growsInto(older: Head, newer: Head, proof: readonly Hash[]): Promise<boolean> {
  const [first, ...rest] = isPowerOfTwo(older.size) ? [older.root, ...proof] : proof;
  if (!first) return false;
  const level = { node: older.size - 1, last: newer.size - 1 };
  while (isOdd(level.node)) rise(level);
  let [was, is] = [first, first];
  for (const other of rest) {
    if (level.last === 0) return false;
    if (stepsLeft(level)) {
      was = await nodeHash(other, was);
      is = await nodeHash(other, is);
    } else is = await nodeHash(is, other);
  }
  return level.last === 0 && areEqual(was, older.root) && areEqual(is, newer.root);
}

const isPowerOfTwo = (size: number) => Number.isInteger(Math.log2(size));
