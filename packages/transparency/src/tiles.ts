import { EMPTY_ROOT, halvesOf, HASH_BYTES, isPowerOfTwo, nodeHash, type Range } from './merkle.js';

/**
 * The tree cut into tiles of height 8 by the layout of C2SP tlog-tiles: the tile `index` of a level holds
 * the roots of 256 subtrees side by side, each of 256^level leaves. The last one of a level may hold fewer.
 */

/** Hashes in a whole tile. */
export const WIDTH = 256;

export interface TileAddress {
  readonly level: number;
  readonly index: number;
}

export interface Tile extends TileAddress {
  /** 1 to 256 hashes, one after the other. */
  readonly hashes: Buffer;
}

/** A place, and how many hashes the tile there must hold at least. */
export interface TileNeed extends TileAddress {
  readonly width: number;
}

/** The tile at a place, with as many hashes as are needed or more. */
export type TileAt = (place: TileNeed) => Buffer;

/** The unfinished tiles of a tree: what more leaves are added to. */
export function edgeOf(size: number): TileNeed[] {
  const edge: TileNeed[] = [];
  let level = 0;
  for (let count = size; count > 0; count = Math.floor(count / WIDTH), level++) {
    const width = count % WIDTH;
    if (width > 0) edge.push({ level, index: Math.floor(count / WIDTH), width });
  }
  return edge;
}

/** The tiles that hold the leaves from `begin` to before `end`, in order. */
export function leafTilesOf(begin: number, end: number): TileNeed[] {
  const tiles: TileNeed[] = [];
  for (let index = Math.floor(begin / WIDTH); index * WIDTH < end; index++)
    tiles.push({ level: 0, index, width: Math.min(WIDTH, end - index * WIDTH) });
  return tiles;
}

/** All tiles that leaf hashes change when they are added to a tree of this size. */
export function grow(size: number, leaves: readonly Buffer[], tileAt: TileAt): Tile[] {
  const changed: Tile[] = [];
  let added = leaves;
  let count = size;
  for (let level = 0; added.length > 0; level++, count = Math.floor(count / WIDTH)) {
    const [index, width] = [Math.floor(count / WIDTH), count % WIDTH];
    const known =
      width > 0 ? [tileAt({ level, index, width }).subarray(0, width * HASH_BYTES)] : [];
    const tiles = cut(Buffer.concat([...known, ...added])).map((hashes, at): Tile => ({
      level,
      index: index + at,
      hashes,
    }));
    changed.push(...tiles);
    added = tiles.filter(({ hashes }) => hashes.length === WIDTH * HASH_BYTES).map(rootOfTile);
  }
  return changed;
}

/** The tiles that the roots of these subtrees are computed from, each once. */
export function tilesOf(ranges: readonly Range[]): TileNeed[] {
  const needs = new Map<string, TileNeed>();
  for (const range of ranges.flatMap(wholeOf)) {
    const { place, offset, count } = placeOf(range);
    const key = `${place.level}/${place.index}`;
    const width = Math.max(offset + count, needs.get(key)?.width ?? 0);
    needs.set(key, { ...place, width });
  }
  return [...needs.values()];
}

/** The root of a subtree that tiles hold: a whole one, or one that ends with the tree. */
export function rootOf(range: Range, tileAt: TileAt): Buffer {
  if (range.end === range.begin) return EMPTY_ROOT;
  if (!isWhole(range)) {
    const [left, right] = halvesOf(range);
    return nodeHash(rootOf(left, tileAt), rootOf(right, tileAt));
  }
  const { place, offset, count } = placeOf(range);
  const tile = tileAt({ ...place, width: offset + count });
  return rootOfHashes(tile.subarray(offset * HASH_BYTES, (offset + count) * HASH_BYTES));
}

const isWhole = ({ begin, end }: Range): boolean => isPowerOfTwo(end - begin);

/** The whole subtrees that a subtree is made of, from the left. */
function wholeOf(range: Range): Range[] {
  if (range.end === range.begin) return [];
  return isWhole(range) ? [range] : halvesOf(range).flatMap(wholeOf);
}

/** The tile that a whole subtree lies in: one always holds all of it. */
function placeOf({ begin, end }: Range) {
  let [level, unit] = [0, 1];
  while (unit * WIDTH <= end - begin) [level, unit] = [level + 1, unit * WIDTH];
  const first = begin / unit;
  const index = Math.floor(first / WIDTH);
  return { place: { level, index }, offset: first % WIDTH, count: (end - begin) / unit };
}

const rootOfTile = ({ hashes }: Tile): Buffer => rootOfHashes(hashes);

/** Of a power of two of hashes. */
function rootOfHashes(hashes: Buffer): Buffer {
  if (hashes.length === HASH_BYTES) return hashes;
  const middle = hashes.length / 2;
  return nodeHash(rootOfHashes(hashes.subarray(0, middle)), rootOfHashes(hashes.subarray(middle)));
}

function cut(hashes: Buffer): Buffer[] {
  const tiles: Buffer[] = [];
  for (let at = 0; at < hashes.length; at += WIDTH * HASH_BYTES) {
    tiles.push(hashes.subarray(at, at + WIDTH * HASH_BYTES));
  }
  return tiles;
}
