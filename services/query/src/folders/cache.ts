import { nounOf } from '@feusa/contracts/events';
import { folderTopic } from '@feusa/contracts/live';
import { LRUCache } from 'lru-cache';
import type { Projected } from '../read-model/projector.js';
import { changesOf } from '../read-model/rows.js';

const MAX_BYTES = 24 * 1024 * 1024;

/** Rendered folder pages by topic. A page is dropped when something in it changes. */
export class PageCache {
  private readonly pages = new LRUCache<string, Buffer>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_BYTES / 3,
    sizeCalculation: ({ length }) => length,
  });
  private readonly making = new Map<string, Promise<Buffer>>();
  private generation = 0;

  /**
   * The remembered page, else one that is rendered for all who ask meanwhile; it is kept unless something
   * changed.
   */
  async get(id: string | null, render: () => Promise<Buffer>): Promise<Buffer> {
    const key = folderTopic(id);
    const known = this.pages.get(key);
    if (known) return known;
    const underWay = this.making.get(key);
    if (underWay) return underWay;
    const { generation } = this;
    const making = render();
    this.making.set(key, making);
    try {
      const page = await making;
      if (generation === this.generation) this.pages.set(key, page);
      return page;
    } finally {
      if (this.making.get(key) === making) this.making.delete(key);
    }
  }

  changed(changes: readonly Projected[]): void {
    this.generation++;
    this.making.clear();
    for (const change of changes) this.drop(change);
  }

  clear(): void {
    this.generation++;
    this.making.clear();
    this.pages.clear();
  }

  private drop({ event }: Projected): void {
    // Name and place of a folder stand on every page below it.
    if (nounOf(event.stream) === 'folder' && event.version > 1) return this.clear();
    for (const { topic } of changesOf(event)) this.pages.delete(topic);
  }
}
