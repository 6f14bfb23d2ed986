import { HASH_BYTES, leafHash } from './merkle.js';
import { grow, type TileAt } from './tiles.js';

/** Tiles in memory. */
export class MemoryTiles {
  readonly tiles = new Map<string, Buffer>();
  size = 0;

  readonly at: TileAt = ({ level, index, width }) => {
    const hashes = this.tiles.get(`${level}/${index}`);
    if (!hashes || hashes.length < width * HASH_BYTES) throw new Error(`no ${level}/${index}`);
    return hashes;
  };

  add(leaves: readonly Buffer[]): void {
    for (const { level, index, hashes } of grow(this.size, leaves.map(leafHash), this.at)) {
      this.tiles.set(`${level}/${index}`, hashes);
    }
    this.size += leaves.length;
  }
}

/** So many leaves, each another text. */
export const leavesOf = (count: number, seed = '') =>
  Array.from({ length: count }, (_, index) => Buffer.from(`${seed}${index}`));
