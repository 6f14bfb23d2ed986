import { createHash, hash as hashOf } from 'node:crypto';
import { sha256 } from '@feusa/platform/sha256';

/** The Merkle tree of RFC 6962: pure functions over SHA-256 hashes of 32 bytes. Leaves count from 0. */

export const HASH_BYTES = 32;
const LEAF = Buffer.of(0);
const NODE = Buffer.of(1);

/** The root of no leaves. */
export const EMPTY_ROOT: Buffer = createHash('sha256').digest();

export const leafHash = (bytes: string | Buffer): Buffer =>
  typeof bytes === 'string'
    ? sha256(LEAF, bytes)
    : createHash('sha256').update(LEAF).update(bytes).digest();

export const nodeHash = (left: Buffer, right: Buffer): Buffer =>
  hashOf('sha256', Buffer.concat([NODE, left, right]), 'buffer');

/** The leaves from `begin` to before `end`; at least one. */
export interface Range {
  readonly begin: number;
  readonly end: number;
}

/** A tree in so many leaves, and its root. */
export interface TreeHead {
  readonly size: number;
  readonly root: Buffer;
}

/** Both halves of more than one leaf: the left one holds the largest power of two that leaves a right one. */
export function halvesOf({ begin, end }: Range): readonly [left: Range, right: Range] {
  let width = 1;
  while (width * 2 < end - begin) width *= 2;
  const middle = begin + width;
  return [
    { begin, end: middle },
    { begin: middle, end },
  ];
}

/** The subtrees whose roots prove that a leaf is in the tree of this size, from the leaf upwards. */
export function inclusionRanges(leaf: number, size: number): Range[] {
  const proof: Range[] = [];
  let within: Range = { begin: 0, end: size };
  while (within.end - within.begin > 1) {
    const [left, right] = halvesOf(within);
    const isLeft = leaf < right.begin;
    proof.push(isLeft ? right : left);
    within = isLeft ? left : right;
  }
  return proof.reverse();
}

/** The subtrees whose roots prove that the tree of size `from` is the beginning of the one of size `to`. */
export function consistencyRanges(from: number, to: number): Range[] {
  const proof: Range[] = [];
  if (from === 0) return proof;
  let within: Range = { begin: 0, end: to };
  while (within.end > from) {
    const [left, right] = halvesOf(within);
    const isLeft = from <= right.begin;
    proof.push(isLeft ? right : left);
    within = isLeft ? left : right;
  }
  // The older root itself needs no telling where it is a whole subtree.
  if (within.begin > 0) proof.push(within);
  return proof.reverse();
}

export interface Inclusion {
  readonly leaf: number;
  readonly leafHash: Buffer;
  readonly proof: readonly Buffer[];
}

/** Whether the proof leads from the leaf to the root of this tree. */
export function verifyInclusion({ leaf, leafHash, proof }: Inclusion, { size, root }: TreeHead) {
  if (leaf < 0 || leaf >= size || !areHashes([leafHash, ...proof, root])) return false;
  const climb = new Climb(leaf, size - 1);
  let hash = leafHash;
  for (const other of proof) {
    if (climb.isDone) return false;
    hash = climb.step() === 'left' ? nodeHash(other, hash) : nodeHash(hash, other);
  }
  return climb.isDone && hash.equals(root);
}

/** Whether the proof shows that the older tree is the beginning of the newer one. */
export function verifyConsistency(older: TreeHead, newer: TreeHead, proof: readonly Buffer[]) {
  if (older.size < 0 || older.size > newer.size) return false;
  if (!areHashes([older.root, newer.root, ...proof])) return false;
  const isPlain = older.size === 0 || older.size === newer.size;
  if (!isPlain) return growsInto(older, newer, proof);
  const root = older.size === newer.size ? newer.root : EMPTY_ROOT;
  return proof.length === 0 && older.root.equals(root);
}

function growsInto(older: TreeHead, newer: TreeHead, proof: readonly Buffer[]): boolean {
  const [first, ...rest] = isPowerOfTwo(older.size) ? [older.root, ...proof] : proof;
  if (!first) return false;
  const climb = new Climb(older.size - 1, newer.size - 1);
  climb.skipRight();
  let [was, is] = [first, first];
  for (const other of rest) {
    if (climb.isDone) return false;
    if (climb.step() === 'left') [was, is] = [nodeHash(other, was), nodeHash(other, is)];
    else is = nodeHash(is, other);
  }
  return climb.isDone && was.equals(older.root) && is.equals(newer.root);
}

/** The way up from a node beside the right edge of the tree, as RFC 9162 counts it. */
class Climb {
  constructor(
    private node: number,
    private last: number,
  ) {}

  get isDone(): boolean {
    return this.last === 0;
  }

  /** On which side the next hash of the proof stands. */
  step(): 'left' | 'right' {
    const isRight = this.node % 2 === 1 || this.node === this.last;
    if (isRight) while (this.node % 2 === 0 && this.node > 0) this.up();
    this.up();
    return isRight ? 'left' : 'right';
  }

  /** To the root of the subtree that ends with this node. */
  skipRight(): void {
    while (this.node % 2 === 1) this.up();
  }

  private up(): void {
    this.node = Math.floor(this.node / 2);
    this.last = Math.floor(this.last / 2);
  }
}

/** The root of leaves that come one after the other, in memory of the tree's height. */
export class GrowingTree {
  private leaves = 0;
  /** The roots of the whole subtrees, from the left. */
  private readonly peaks: Buffer[] = [];

  get size(): number {
    return this.leaves;
  }

  add(leaf: Buffer): void {
    let hash = leaf;
    for (let rest = this.leaves; rest % 2 === 1; rest = (rest - 1) / 2) {
      hash = nodeHash(this.peaks.pop()!, hash);
    }
    this.peaks.push(hash);
    this.leaves += 1;
  }

  root(): Buffer {
    return (
      this.peaks.reduceRight<Buffer | undefined>(
        (right, left) => (right ? nodeHash(left, right) : left),
        undefined,
      ) ?? EMPTY_ROOT
    );
  }
}

const areHashes = (hashes: readonly Buffer[]) =>
  hashes.every(({ length }) => length === HASH_BYTES);

export function isPowerOfTwo(size: number): boolean {
  let power = 1;
  while (power < size) power *= 2;
  return power === size;
}
