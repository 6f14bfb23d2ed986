import type { StoredEvent } from '@feusa/contracts/events';
import type { Pool } from 'pg';
import type { Consumer } from '@feusa/event-log/subscription/port';
import { GROW } from './statements.js';
import { edgeOf, grow, type Tile } from './tiles.js';
import type { StoredTree } from './tree.js';

const PAGE = 4096;

/**
 * Adds the events' exact bytes, as the log has stored them, to the tiles. Tiles and how far they reach are
 * one write, and one of several maintainers makes it.
 */
export class TreeMaintainer implements Consumer {
  readonly name = 'tree-keeper';
  /** Each write writes the last tile anew. */
  readonly spacingMs = 200;

  constructor(
    private readonly pool: Pool,
    private readonly tree: StoredTree,
  ) {}

  async checkpoint(): Promise<number> {
    return (await this.tree.sizes()).size;
  }

  async handle(events: readonly StoredEvent[]): Promise<void> {
    const upTo = events.at(-1)?.position ?? 0;
    for (let size = await this.checkpoint(); size < upTo; size = await this.checkpoint()) {
      await this.grow(size, Math.min(upTo, size + PAGE));
    }
  }

  private async grow(size: number, upTo: number): Promise<void> {
    const [leaves, tileAt] = await Promise.all([
      this.tree.eventLeaves(size, upTo),
      this.tree.tiles(edgeOf(size)),
    ]);
    if (leaves.length < upTo - size) throw new Error(`the log ends before position ${upTo}`);
    await this.write(size, upTo, grow(size, leaves, tileAt));
  }

  private async write(size: number, grown: number, tiles: readonly Tile[]): Promise<void> {
    const values = [
      size,
      grown,
      tiles.map(({ level }) => level),
      tiles.map(({ index }) => index),
      tiles.map(({ hashes }) => hashes),
    ];
    await this.pool.query({ name: 'tree-grow', text: GROW, values });
  }
}
