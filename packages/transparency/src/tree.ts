import type { Pool } from 'pg';
import {
  consistencyRanges,
  HASH_BYTES,
  inclusionRanges,
  verifyConsistency,
  verifyInclusion,
  type Range,
} from './merkle.js';
import type { EventProof } from './port.js';
import { LEAVES, SIZES, TILES } from './statements.js';
import { leafTilesOf, rootOf, tilesOf, WIDTH, type TileAt, type TileNeed } from './tiles.js';

/** What the database holds cannot be true. */
export class Contradiction extends Error {}

/** Reads tiles; what it answers was checked against the roots. @throws Contradiction */
export class StoredTree {
  constructor(private readonly pool: Pool) {}

  /** How many events are in the tiles, and in the log. */
  async sizes(): Promise<{ readonly size: number; readonly head: number }> {
    const query = { name: 'tree-sizes', text: SIZES };
    const { rows } = await this.pool.query<{ size: number; head: number }>(query);
    return rows[0] ?? { size: 0, head: 0 };
  }

  /** The leaves of the events as they are stored now, gapless. */
  async eventLeaves(after: number, upTo: number): Promise<Buffer[]> {
    const query = { name: 'tree-leaves', text: LEAVES, values: [after, upTo] };
    const { rows } = await this.pool.query<{ position: number; leaf: Buffer }>(query);
    return rows.map(({ position, leaf }, index) => {
      if (position === after + index + 1) return leaf;
      throw new Contradiction(`there is no event at position ${after + index + 1}`);
    });
  }

  /** The tiles that are needed, in one round trip. */
  async tiles(needs: readonly TileNeed[]): Promise<TileAt> {
    const values = [needs.map(({ level }) => level), needs.map(({ index }) => index)];
    const query = { name: 'tree-tiles', text: TILES, values };
    const { rows } = needs.length > 0 ? await this.pool.query<TileRow>(query) : { rows: [] };
    const found = new Map(rows.map(({ level, index, hashes }) => [`${level}/${index}`, hashes]));
    return ({ level, index, width }) => {
      const hashes = found.get(`${level}/${index}`);
      if (hashes && hashes.length >= width * HASH_BYTES) return hashes;
      throw new Contradiction(`tile ${index} of level ${level} is not there as far as it was`);
    };
  }

  /** The leaves behind a position that the tiles of level 0 hold, at most `limit`. */
  async tileLeaves(after: number, limit: number): Promise<Buffer[]> {
    const { size } = await this.sizes();
    const end = Math.max(after, Math.min(size, after + limit));
    const places = leafTilesOf(after, end);
    const tileAt = await this.tiles(places);
    const bytes = Buffer.concat(places.map((place) => tileAt(place)));
    const first = (places[0]?.index ?? 0) * WIDTH;
    return Array.from({ length: end - after }, (_, index) => {
      const at = (after + index - first) * HASH_BYTES;
      return bytes.subarray(at, at + HASH_BYTES);
    });
  }

  async root(size: number): Promise<Buffer> {
    return (await this.roots([{ begin: 0, end: size }]))[0]!;
  }

  async inclusion(position: number, size: number): Promise<EventProof> {
    const leaf = position - 1;
    const [[leafHash], [root, ...proof]] = await Promise.all([
      this.eventLeaves(leaf, position),
      this.roots([{ begin: 0, end: size }, ...inclusionRanges(leaf, size)]),
    ]);
    if (leafHash && verifyInclusion({ leaf, leafHash, proof }, { size, root: root! })) {
      return { leafHash, proof };
    }
    throw new Contradiction(`the event at position ${position} is not the one in the tree`);
  }

  async consistency(from: number, to: number): Promise<readonly Buffer[]> {
    const trees = [from, to].map((end) => ({ begin: 0, end }));
    const ranges = [...trees, ...consistencyRanges(from, to)];
    const [older, newer, ...proof] = await this.roots(ranges);
    const heads = [
      { size: from, root: older! },
      { size: to, root: newer! },
    ] as const;
    if (verifyConsistency(...heads, proof)) return proof;
    throw new Contradiction(`the tree of ${to} events does not begin with that of ${from}`);
  }

  /** As they are, not checked against anything. */
  async roots(ranges: readonly Range[]): Promise<Buffer[]> {
    const tileAt = await this.tiles(tilesOf(ranges));
    return ranges.map((range) => rootOf(range, tileAt));
  }
}

type TileRow = { readonly level: number; readonly index: number; readonly hashes: Buffer };
